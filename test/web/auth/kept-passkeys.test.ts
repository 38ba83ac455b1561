import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import {
  recoverAccount,
  requestAccountRecovery,
  sendRecoveryNumberCode,
} from '#shared/api/account-recovery.ts';
import {
  confirmPasswordReset,
  requestPasswordReset,
  updatePassword,
  verifyPasswordReset,
} from '#shared/api/auth.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { viewPasskeys } from '#shared/api/passkeys.ts';
import { DAY, type Instant, instant, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The passkeys that stay with a new password or a recovery: the list of them, and what is sent. docs/product/auth.md#passkeys */

const now = instant(Date.now());
const listed = (id: string, name: string) => ({
  id: id.repeat(43),
  name,
  createdAt: later(now, -9 * DAY),
  lastUsedAt: null,
});
const phone = listed('A', 'My phone');
const planted = listed('B', 'Chrome on Windows');

const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });
const sentTo = (operation: OperationSpec) => callsOf(operation)[0]?.input.get('keptPasskeys');

async function enterCode(user: UserEvent, label: string): Promise<void> {
  const boxes = await screen.findByRole('group', { name: label });
  await user.click(within(boxes).getAllByRole('textbox')[0] as HTMLElement);
  await user.paste('123456');
}

/** Finds both passkeys unticked, ticks the own one, and reads what becomes of the other. */
async function keepOwn(user: UserEvent): Promise<void> {
  for (const name of ['My phone', 'Chrome on Windows'])
    expect((await box(name)).checked).toBe(false);
  await screen.findByText('2 passkeys will be removed.');
  await user.click(await box('My phone'));
  await screen.findByText('1 passkey will be removed.');
}

describe('a password reset', () => {
  async function openReset() {
    serve(requestPasswordReset, () => success(requestPasswordReset, {}));
    serve(verifyPasswordReset, () => success(verifyPasswordReset, { data: [phone, planted] }));
    serve(confirmPasswordReset, () => success(confirmPasswordReset, {}));
    const { user, pathname } = await openScreen(paths.forgetPassword());
    await user.type(await screen.findByLabelText('Username'), 'ana.markovic');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText(/a text message is on its way to your phone/);
    return { user, pathname };
  }

  test('lists the passkeys, and sends the ticked ones', async () => {
    const { user } = await openReset();
    await enterCode(user, 'Verification code');
    await user.type(await screen.findByLabelText('New password'), 'Battery-Staple-2');
    await user.type(screen.getByLabelText('Confirm new password'), 'Battery-Staple-2');
    await keepOwn(user);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    await waitFor(() => expect(callsOf(confirmPasswordReset)).toHaveLength(1));
    expect(JSON.parse(String(sentTo(confirmPasswordReset)))).toEqual([phone.id]);
    await screen.findByText(/^Your password is changed\. .* wait until \w{3}, \w{3} \d+, /);
  });

  test('promises a code or the day from which on there is one, and never that a code was sent', async () => {
    await openReset();
    const page = document.body.textContent;
    expect(page).toContain('or the day and time from which on the password can be reset');
    expect(page).not.toMatch(/(six digits|code) (are|is) on (their|its) way/);
  });
});

describe('a password change', () => {
  async function openChange() {
    serve(updatePassword, () => success(updatePassword, {}));
    const { user } = await openScreen(paths.changePassword(), ana);
    await user.type(await screen.findByLabelText('Old password'), 'Correct-Horse-1');
    await user.type(screen.getByLabelText('New password'), 'Battery-Staple-2');
    await user.type(screen.getByLabelText('Repeat new password'), 'Battery-Staple-2');
    return user;
  }

  test('lists the passkeys, and sends the ticked ones', async () => {
    serve(viewPasskeys, () =>
      success(viewPasskeys, {
        data: [phone, planted].map((one) => ({
          ...one,
          backedUp: true,
          confirmsFrom: now,
          opensDeskFrom: null as Instant | null,
        })),
      }),
    );
    const user = await openChange();
    await keepOwn(user);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(updatePassword)).toHaveLength(1));
    expect(JSON.parse(String(sentTo(updatePassword)))).toEqual([phone.id]);
  });

  test('changes nothing if the passkeys that would end cannot be listed', async () => {
    serve(viewPasskeys, () => refusal('FORBIDDEN'));
    const user = await openChange();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    expect(callsOf(updatePassword)).toEqual([]);
  });
});

test('a recovery lists the passkeys before the last code, and sends the ticked ones', async () => {
  serve(requestAccountRecovery, () => success(requestAccountRecovery, {}));
  serve(sendRecoveryNumberCode, () => success(sendRecoveryNumberCode, { data: [phone, planted] }));
  serve(recoverAccount, () => success(recoverAccount, {}));
  const { user } = await openScreen(paths.recoverAccount());
  await user.type(await screen.findByLabelText('Username'), 'ana.markovic');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText(/or the day and time from which on the account can be moved/);
  await enterCode(user, 'Code from your mailbox');
  await user.type(screen.getByLabelText('Your password'), 'Correct-Horse-1');
  await user.type(screen.getByLabelText('New phone number'), '2123991234');
  await user.click(screen.getByRole('button', { name: 'Text the new number' }));
  await keepOwn(user);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/For 72 hours after that, no one can reset the password, .*stops it/);
  await enterCode(user, 'Verification code');
  await waitFor(() => expect(callsOf(recoverAccount)).toHaveLength(1));
  expect(JSON.parse(String(sentTo(recoverAccount)))).toEqual([phone.id]);
});
