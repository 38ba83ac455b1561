import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import { sendOneTimeLoginCode } from '#shared/api/auth.ts';
import { oneTimeLogin, RESEND_WAIT } from '#web/features/auth/flow-state.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';

/* Another code is requested while one is being typed. */

/** Opens the screen of a one-time code that was sent two minutes ago, types two digits and requests another code. */
async function requestAnotherCode() {
  oneTimeLogin.keep({ phoneNumber: '+12123991234', sentAt: Date.now() - 2 * RESEND_WAIT });
  const { user } = await openScreen(paths.oneTimeLoginVerification());
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'One-time code' });
  await replace(user, code, '12');
  await user.click(screen.getByRole('button', { name: 'Resend Code' }));
  return { user, code };
}

async function replace(user: UserEvent, code: HTMLInputElement, digits: string): Promise<void> {
  await user.clear(code);
  await user.paste(digits);
}

test('a code that is typed before the response to its request stays in its boxes', async () => {
  let respond = (_: Response) => {};
  serve(sendOneTimeLoginCode, () => new Promise<Response>((resolve) => (respond = resolve)));
  const { user, code } = await requestAnotherCode();
  await waitFor(() => expect(callsOf(sendOneTimeLoginCode)).toHaveLength(1));
  await replace(user, code, '34567');
  await act(async () => respond(success(sendOneTimeLoginCode, {})));
  await screen.findByText('A new code is on its way');
  expect(code.value).toBe('34567');
});

test('a code that was typed before another one was requested is cleared', async () => {
  serve(sendOneTimeLoginCode, () => success(sendOneTimeLoginCode, {}));
  const { code } = await requestAnotherCode();
  await screen.findByText('A new code is on its way');
  expect(code.value).toBe('');
});
