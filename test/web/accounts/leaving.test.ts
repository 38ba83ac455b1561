import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import {
  cancelAccountDeletion,
  requestAccountDeletion,
  viewAccountDeletion,
} from '#shared/api/account-deletion.ts';
import { requestExport, viewExport } from '#shared/api/data-exports.ts';
import type { Output } from '#shared/api/operation.ts';
import { viewPasskeys } from '#shared/api/passkeys.ts';
import { cents } from '#shared/money.ts';
import { DAY, fromIso, later } from '#shared/time.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { dayWords, deadlineWords } from '#web/shell/dates.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';

/* The screen about one's data and leaving. docs/product/accounts.md#deleting-your-account */

const NOTHING = {
  deletionAt: null,
  obstacle: null,
  toAnswer: 0,
  sent: 0,
  owed: cents(0),
  renews: false,
};
const deletionAt = fromIso('2026-12-09T12:00:00.000Z');

const serveDeletion = (deletion: Partial<Output<typeof viewAccountDeletion>['data'][number]>) =>
  serve(viewAccountDeletion, () =>
    success(viewAccountDeletion, { data: [{ ...NOTHING, ...deletion }] }),
  );
const copy = {
  requestedAt: fromIso('2026-11-25T12:00:00.000Z'),
  isComplete: true,
  expiresAt: fromIso('2026-12-02T12:00:00.000Z'),
  nextAt: fromIso('2100-01-01T12:00:00.000Z'),
};
const serveCopy = (status: 'MAKING' | 'READY' | 'EXPIRED', more = {}) =>
  serve(viewExport, () => {
    const address = status === 'READY' ? 'https://files.example/copy' : null;
    const files = { html: address, json: address };
    return success(viewExport, { data: [{ ...copy, status, ...files, ...more }] });
  });
const button = (name: string) => screen.findByRole('button', { name });

describe('the copy of the data', () => {
  test('is requested with one button, and then being made', async () => {
    serve(viewExport, () => success(viewExport, { data: [] }));
    serve(requestExport, () => refusal('UNAVAILABLE'));
    const { user } = await openScreen(paths.leaving(), ana);
    await user.click(await button('Request a copy'));
    await screen.findByText(LOST_RESPONSE);
    serve(requestExport, () => success(requestExport, { data: [copy] }));
    serveCopy('MAKING');
    await user.click(await button('Request a copy'));
    await screen.findByText(/^Your copy is being made\./);
    expect(screen.queryByRole('button', { name: 'Request a copy' })).toBeNull();
    serveCopy('READY');
    await user.click(await button('Check again'));
    await screen.findByText(
      `Your copy of ${dayWords(copy.requestedAt, NOW)} is ready until ${deadlineWords(copy.expiresAt, NOW)}.`,
    );
  });

  test('is downloaded from an address that is asked for with the press', async () => {
    serveCopy('READY');
    const { user } = await openScreen(paths.leaving(), ana);
    await button('Download to read');
    expect(callsOf(viewExport)).toHaveLength(1);
    // It was deleted since the screen was opened.
    serveCopy('EXPIRED', { nextAt: copy.requestedAt });
    await user.click(await button('Download for programs (JSON)'));
    await screen.findByText(`The copy of ${dayWords(copy.requestedAt, NOW)} is deleted.`);
    await button('Request a copy');
    expect(callsOf(viewExport).length).toBeGreaterThan(1);
  });

  test('says if not everything fits in it', async () => {
    serveCopy('READY', { isComplete: false });
    await openScreen(paths.leaving(), ana);
    await screen.findByText(/There’s more data than fits in one copy\./);
  });
});

describe('the deletion of an account', () => {
  test('says first what becomes of messages, the plan and a small balance', async () => {
    serveDeletion({ toAnswer: 2, sent: 1, renews: true, owed: cents(420) });
    await openScreen(paths.leaving(), ana);
    await screen.findByText(
      /^2 letters are waiting for your answer\. .* get all of their money back/,
    );
    await screen.findByText(
      /^One of your letters is still waiting\. .* you get all of your money back/,
    );
    await screen.findByText('Your plan doesn’t renew.');
    await screen.findByText(/^Your balance of \$4\.20 isn’t paid out/);
  });

  test('is not offered while something prevents it, and says what', async () => {
    const obstacle = 'We owe you $22.00.';
    serveDeletion({ obstacle });
    await openScreen(paths.leaving(), ana);
    await screen.findByText(obstacle);
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  });

  test('asks for the password, names a wrong one at its field, and then shows the date', async () => {
    serveDeletion({});
    serve(requestAccountDeletion, () =>
      refusal('INVALID_INPUT', { password: 'That password is incorrect' }),
    );
    const { user } = await openScreen(paths.leaving(), ana);
    await user.click(await button('Delete my account'));
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByLabelText('Your password');
    await user.type(field, 'Wrong-Horse-1');
    await user.click(within(dialog).getByRole('button', { name: 'Delete my account' }));
    await screen.findByText('That password is incorrect');
    expect((field as HTMLInputElement).value).toBe('Wrong-Horse-1');
    serve(requestAccountDeletion, () => success(requestAccountDeletion, { deletionAt }));
    serveDeletion({ deletionAt });
    await user.click(within(dialog).getByRole('button', { name: 'Delete my account' }));
    await screen.findByText(`Your account will be deleted on ${deadlineWords(deletionAt, NOW)}`);
    expect(callsOf(requestAccountDeletion).at(-1)?.input.get('password')).toBe('Wrong-Horse-1');
  });

  describe('with a passkey', () => {
    const CHOICE = 'Use a passkey instead';
    const passkey = {
      id: 'p',
      name: 'Phone',
      createdAt: NOW,
      lastUsedAt: null,
      backedUp: false,
      confirmsFrom: NOW,
      opensDeskFrom: null,
    };
    beforeEach(() => {
      Reflect.set(window, 'PublicKeyCredential', Object);
    });
    afterEach(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
    });

    const openDialog = async (data: (typeof passkey)[]) => {
      serveDeletion({});
      serve(viewPasskeys, () => success(viewPasskeys, { data }));
      const { user } = await openScreen(paths.leaving(), ana);
      await waitFor(() => expect(callsOf(viewPasskeys)).toHaveLength(1));
      await user.click(await button('Delete my account'));
      return within(await screen.findByRole('dialog'));
    };

    test('can be confirmed by whoever has one', async () => {
      await (await openDialog([passkey])).findByRole('button', { name: CHOICE });
    });

    test.each([
      ['none', []],
      ['one that is too new to confirm', [{ ...passkey, confirmsFrom: later(NOW, DAY) }]],
    ])('is not offered to somebody who has %s', async (_, passkeys) => {
      expect((await openDialog(passkeys)).queryByRole('button', { name: CHOICE })).toBeNull();
    });
  });

  test('is taken back with one button, and says if that failed', async () => {
    serveDeletion({ deletionAt });
    serve(cancelAccountDeletion, () => refusal('UNAVAILABLE'));
    const { user } = await openScreen(paths.leaving(), ana);
    await user.click(await button('Keep my account'));
    await screen.findByText(LOST_RESPONSE);
    serve(cancelAccountDeletion, () => success(cancelAccountDeletion, {}));
    serveDeletion({});
    await user.click(await button('Keep my account'));
    await screen.findByText('Your account stays.');
    await button('Delete my account');
  });
});
