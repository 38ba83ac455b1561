import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { createInbox, createInboxWithPayment } from '#shared/api/conversation-payments.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { paths } from '#web/paths.ts';
import {
  serveCardFields,
  typeCard,
  updatedAmounts,
  walletSheet,
  walletsMade,
} from '../billing/fake-card-fields.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, message, NOW } from '../screen-fixtures.ts';

/* Paying for a message in the sheet of a wallet. */

const draft = {
  id: '01J0000000000000000000000D',
  version: 1,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
  modifiedAt: NOW,
  expiresAt: NOW,
};
const inApplePay = { cardBrand: 'visa', cardLastFour: '4242', wallet: 'apple_pay' as const };
const sent = { ...message, recipientName: ben.fullName, paidWith: inApplePay };
const paid = () => success(createInboxWithPayment, { data: [sent] });

const refused = (status: RefusalCode, details = {}) => {
  const { http, sentence: words } = REFUSALS[status];
  return () => Response.json({ status, message: words, ...details }, { status: http });
};

beforeEach(() => {
  serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
  serve(viewDraft, () => success(viewDraft, { data: [draft] }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  serveCardFields({ wallets: ['applePay'] });
});

const saves = (more = {}) => {
  const saved = { id: 'pm_1', ...inApplePay, ...more };
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [saved] }));
};
const open = () => openScreen(paths.inboxPayment(ben.id), ana);
const wallets = () => screen.findByText('or pay by card');
const keysSent = () => callsOf(createInboxWithPayment).map(({ key }) => key);

describe('the sheet of a wallet', () => {
  test('asks for the price until the recipient answers, before anything exists at Stripe', async () => {
    await open();
    await wallets();
    expect(walletsMade).toMatchObject([
      {
        mode: 'payment',
        amount: bensProfile.paidResponsePrice,
        currency: 'usd',
        captureMethod: 'manual',
        setupFutureUsage: 'off_session',
        paymentMethodCreation: 'manual',
        allowedPaymentMethodTypes: ['card', 'link'],
      },
    ]);
    const line = {
      name: `Held until ${ben.fullName} answers`,
      amount: bensProfile.paidResponsePrice,
    };
    expect(walletSheet.open('apple_pay')).toEqual([{ lineItems: [line] }]);
    expect(callsOf(createInboxWithPayment)).toEqual([]);
  });

  test('pays once it is confirmed, and the next page names what was used', async () => {
    serve(createInboxWithPayment, paid);
    const { pathname } = await open();
    await wallets();
    walletSheet.open('apple_pay');
    const paymentFailed = walletSheet.confirm('apple_pay');
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    await screen.findByText(/is held on Apple Pay, Visa 4242\./);
    const [call] = callsOf(createInboxWithPayment);
    expect(call?.input.get('paymentMethodId')).toBe('pm_apple_pay');
    expect(call?.input.get('byWallet')).toBe('true');
    expect(call?.input.get('creditCardName')).toBeNull();
    expect(paymentFailed).not.toHaveBeenCalled();
  });

  test('says calmly that nothing is held after it was closed', async () => {
    await open();
    await wallets();
    walletSheet.open('apple_pay');
    walletSheet.close();
    const said = await screen.findByText('You closed Apple Pay. Nothing is held.');
    expect(said.closest('[role=status]')).not.toBeNull();
    walletSheet.open('apple_pay');
    expect(screen.queryByText(/^You closed/)).toBeNull();
  });

  test('says who declined and offers two ways on, after which another card is another payment', async () => {
    serve(createInboxWithPayment, refused('CARD_DECLINED'));
    const { user, pathname } = await open();
    await wallets();
    walletSheet.open('apple_pay');
    const paymentFailed = walletSheet.confirm('apple_pay');
    const box = await screen.findByRole('alert');
    within(box).getByText('Your bank declined Visa 4242 in Apple Pay.');
    within(box).getByText(/Choose another card in Apple Pay, or enter one below\.$/);
    await waitFor(() => expect(paymentFailed).toHaveBeenCalled());
    serve(createInboxWithPayment, paid);
    await typeCard(user, 'Ana Markovic');
    await user.click(await screen.findByRole('button', { name: 'Submit Order' }));
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    expect(new Set(keysSent()).size).toBe(2);
  });

  test('asks for the new price after the recipient has changed it', async () => {
    serve(createInboxWithPayment, refused('PRICE_CHANGED', { price: '6.00' }));
    await open();
    await wallets();
    walletSheet.open('apple_pay');
    walletSheet.confirm('apple_pay');
    await screen.findByText(/^The price is now \$6/);
    await waitFor(() => expect(updatedAmounts.at(-1)).toBe(600));
  });
});

test('where no wallet is offered, nothing of it is left', async () => {
  serveCardFields();
  await open();
  await screen.findByRole('textbox', { name: 'Name on card' });
  await waitFor(() => expect(screen.queryByText('or pay by card')).toBeNull());
});

test('a payment by wallet whose response was lost is asked for by the page, with the same key', async () => {
  const answers = [paid, lost, lost, lost, lost];
  serve(createInboxWithPayment, () => (answers.pop() ?? paid)());
  const { pathname } = await open();
  await wallets();
  walletSheet.open('apple_pay');
  walletSheet.confirm('apple_pay');
  await screen.findByText('Apple Pay, checking …');
  screen.getByText(/^Please don’t pay again: your letter is sent once/);
  for (const name of ['Submit Order', /^Change/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(new Set(keysSent()).size).toBe(1);
});

describe('a saved wallet', () => {
  test('pays with one press, and other ways stand below', async () => {
    saves();
    serve(createInbox, () => success(createInbox, { data: [sent] }));
    const { user, pathname } = await open();
    await screen.findByText('Apple Pay, Visa 4242');
    await screen.findByText('or pay another way');
    await screen.findByRole('button', { name: 'Another card' });
    await user.click(screen.getByRole('button', { name: 'Submit Order' }));
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    expect(callsOf(createInboxWithPayment)).toEqual([]);
  });

  test('stays the first way to pay after another wallet was declined', async () => {
    serve(viewPaymentMethod, () =>
      success(viewPaymentMethod, {
        data: [{ id: 'pm_1', cardBrand: 'mastercard', cardLastFour: '4444' }],
      }),
    );
    serve(createInboxWithPayment, refused('CARD_DECLINED'));
    const { user, pathname } = await open();
    await screen.findByText('or pay another way');
    const place = walletsMade.length;
    walletSheet.open('apple_pay');
    walletSheet.confirm('apple_pay');
    const box = await screen.findByRole('alert');
    within(box).getByText(/Choose another card in Apple Pay, or pay with Mastercard 4444\.$/);
    // The buttons are still those that were pressed, which have the focus.
    expect(walletsMade).toHaveLength(place);
    screen.getByText('or pay another way');
    serve(createInbox, () => success(createInbox, { data: [sent] }));
    await user.click(screen.getByRole('button', { name: 'Submit Order' }));
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    expect(callsOf(createInbox)).toHaveLength(1);
  });

  test('that has to be opened each time is not offered as saved, and the page says why', async () => {
    saves({ needsSheet: true });
    await open();
    await wallets();
    screen.getByText(/^Apple Pay, Visa 4242 is saved, but its bank wants you to open it/);
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  });
});
