import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { checkUser, refreshToken } from '#shared/api/current-session.ts';
import { setLive } from '#web/api/is-live.ts';
import { readSession } from '#web/api/session.ts';
import { catchUp } from '#web/features/live/catch-up.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* What a page that relies on hints asks for every minute, because a hint may be lost. */

beforeEach(() => setLive(true));
afterEach(() => setLive(false));

test('signs the browser out if its session ended and no hint said so', async () => {
  const { pathname } = await openScreen(paths.devicesAndPasskeys(), ana);
  serve(checkUser, () => refusal('UNAUTHENTICATED'));
  serve(refreshToken, () => refusal('UNAUTHENTICATED'));
  await act(() => catchUp().catch(() => undefined));
  await waitFor(() => expect(pathname()).toBe(paths.login()));
  expect(readSession()).toBeUndefined();
});

test('asks who is signed in, and stays signed in while the server cannot be reached', async () => {
  const { pathname } = await openScreen(paths.devicesAndPasskeys(), ana);
  await screen.findByRole('heading', { level: 1 });
  const asked = callsOf(checkUser).length;
  serve(checkUser, () => refusal('UNAVAILABLE'));
  await act(() => catchUp().catch(() => undefined));
  expect(callsOf(checkUser).length).toBeGreaterThan(asked);
  expect(pathname()).toBe(paths.devicesAndPasskeys());
  serve(checkUser, () => success(checkUser, { data: [ana] }));
  await act(() => catchUp());
  expect(pathname()).toBe(paths.devicesAndPasskeys());
});
