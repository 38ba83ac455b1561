import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import type { Output } from '#shared/api/operation.ts';
import { stopSecurityStep, viewSecurityStop } from '#shared/api/security-stops.ts';
import { RECORDED_STEPS } from '#shared/rules/auth/takeover-ladder.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { STOP_WORDS } from '#web/features/auth/pages/sign-in/stop-words.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';

/* The page that stops a change of an account from the link in a message. docs/product/auth.md#stopping-a-step */

const now = instant(Date.now());
const TOKEN = 'a.token';

const open: Output<typeof viewSecurityStop>['data'][number] = {
  step: 'EMAIL_CHANGE',
  at: later(now, -HOUR),
  until: later(now, 2 * DAY),
  status: 'OPEN',
  stoppedAt: null,
  resetsAfter: true,
};

function openPage(stop: Partial<typeof open> = {}) {
  serve(viewSecurityStop, () => success(viewSecurityStop, { data: [{ ...open, ...stop }] }));
  return openScreen(`${paths.stopChange()}?token=${TOKEN}`);
}

test('opening the page says what happened and until when it can be stopped, and stops nothing', async () => {
  await openPage();
  await screen.findByText(/^The email address of your account was changed or removed: /);
  screen.getByText(/^You can stop it until \w+ \d+/);
  expect(callsOf(viewSecurityStop)[0]?.input.get('token')).toBe(TOKEN);
  expect(callsOf(stopSecurityStep)).toEqual([]);
});

test('one press stops the change, and the page says what to do next and until when the rest waits', async () => {
  const stopped = { ...open, status: 'STOPPED' as const, stoppedAt: now };
  serve(stopSecurityStep, () => success(stopSecurityStep, { data: [stopped] }));
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Stop it' }));
  await screen.findByText('It’s stopped, and everyone is signed out.');
  expect(callsOf(stopSecurityStep).map(({ input }) => input.get('token'))).toEqual([TOKEN]);
  screen.getByRole('link', { name: 'set a new password' });
  screen.getByText(/All other changes of your account wait until \w{3}, \w{3} \d+, /);
  expect(screen.queryByRole('button', { name: 'Stop it' })).toBeNull();
});

test('a link that was used says when it stopped the change, and offers no button', async () => {
  await openPage({ status: 'STOPPED', stoppedAt: later(now, -HOUR) });
  await screen.findByText(/^This link was used: it was stopped on \w+ \d+, /);
  expect(screen.queryByRole('button', { name: 'Stop it' })).toBeNull();
});

test('a link whose time has passed says so, and offers no button', async () => {
  await openPage({ status: 'OVER', until: later(now, -HOUR) });
  await screen.findByText(/^This can no longer be stopped here\./);
  expect(screen.queryByRole('button', { name: 'Stop it' })).toBeNull();
});

test('a press whose responses are lost says that nobody knows whether it was done, and can be repeated', async () => {
  serve(stopSecurityStep, () => refusal('UNAVAILABLE'));
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Stop it' }));
  expect((await screen.findByRole('alert')).textContent).toContain(LOST_RESPONSE);
  await user.click(screen.getByRole('button', { name: 'Stop it' }));
  await waitFor(() => expect(callsOf(stopSecurityStep)).toHaveLength(4));
});

test.each(RECORDED_STEPS)('the page names %s and each effect of its stop', async (step) => {
  await openPage({ step });
  const { happened, ends } = STOP_WORDS[step];
  await screen.findByText((text) => text.startsWith(`${happened}: `));
  for (const { before } of ends) screen.getByText(before);
});
