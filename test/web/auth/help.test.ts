import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { paths } from '../../../web/src/paths.ts';
import { openScreen } from '../open-screen.ts';

/* Help for visitors is at the same place of every sign-in page. */

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

test('the landing page has its policies and help in a footer outside of its main part', async () => {
  await openScreen(paths.home());
  const footer = await screen.findByRole('contentinfo');
  within(footer).getByRole('link', { name: 'Help' });
  expect(footer.closest('main')).toBeNull();
});
