import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { paths } from '#web/paths.ts';
import { openScreen } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* Help is at the same place of every page: for visitors in the footer, for members behind the avatar and at the side. */

test.each([
  ['sign-in', paths.login()],
  ['one-time sign-in', paths.oneTimeLogin()],
  ['registration', paths.register()],
  ['forgotten password', paths.forgetPassword()],
])('the %s page has help in its footer', async (_, address) => {
  await openScreen(address);
  const footer = await screen.findByRole('contentinfo');
  const link = within(footer).getByRole('link', { name: 'Help' });
  expect(link.getAttribute('href')).toBe(paths.profile('support'));
});

test('the page that the avatar opens has help in the same corner', async () => {
  await openScreen(paths.settings(), ana);
  const banner = await screen.findByRole('banner');
  const help = await within(banner).findByRole('link', { name: 'Help' });
  expect(help.getAttribute('href')).toBe(paths.helpTicket());
});

test.each([
  ['contacts', paths.contacts()],
  ['change of the password', paths.changePassword()],
])('the navigation at the side of the %s page has help before the settings', async (_, address) => {
  await openScreen(address, ana);
  const rail = await screen.findByRole('navigation', { name: 'Main, at the side' });
  const [help, settings] = within(rail).getAllByRole('link').slice(-2);
  expect(help?.textContent).toBe('Help');
  expect(help?.getAttribute('href')).toBe(paths.helpTicket());
  expect(settings?.textContent).toContain('Settings');
});

test('the landing page has its policies and help in a footer outside of its main part', async () => {
  await openScreen(paths.home());
  const footer = await screen.findByRole('contentinfo');
  within(footer).getByRole('link', { name: 'Help' });
  expect(footer.closest('main')).toBeNull();
});
