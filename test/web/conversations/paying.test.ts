import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import {
  confirmInboxPayment,
  createInbox,
  createInboxWithPayment,
} from '#shared/api/conversation-payments.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { paths } from '#web/paths.ts';
import {
  cardsMade,
  enterCardFields,
  handleNextAction,
  serveCardFields,
  typeCard,
} from '../billing/fake-card-fields.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, message, NOW } from '../screen-fixtures.ts';

/* Paying for a message: which presses are the same payment, also after the page was closed in between. */

const draft = {
  id: '01J0000000000000000000000D',
  version: 1,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
  modifiedAt: NOW,
  expiresAt: NOW,
};
const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
const INTERRUPTED = 'Your last attempt was interrupted';
const SENT = { data: [{ ...message, recipientName: ben.fullName }] };
const paid = () => success(createInbox, SENT);

const refused = (status: RefusalCode, details = {}) => {
  const { http, sentence: words } = REFUSALS[status];
  return () => Response.json({ status, message: words, ...details }, { status: http });
};

beforeEach(() => {
  serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
  serve(viewDraft, () => success(viewDraft, { data: [draft] }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
  serveCardFields();
});

const open = () => openScreen(paths.inboxPayment(ben.id), ana);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const keysSent = () => callsOf(createInbox).map(({ key }) => key);

const UNKNOWN = /we don’t know yet whether you were charged. It’s safe to try again/;

test.each<readonly [string, () => Response, RegExp, number]>([
  ['a lost response', lost, UNKNOWN, 2],
  ['a server that is unavailable', refused('UNAVAILABLE'), UNKNOWN, 2],
  ['a fault of the server', refused('INTERNAL'), UNKNOWN, 2],
  ['too many requests', refused('TOO_MANY_REQUESTS'), /It’s safe to try again/, 1],
])('after %s another press is the same payment, also when the page was closed', async (...row) => {
  const [, answer, words, sent] = row;
  serve(createInbox, answer);
  const first = await open();
  await first.user.click(await button('Submit Order'));
  await screen.findByText(words);
  await first.user.click(await button('Submit Order'));
  await waitFor(() => expect(callsOf(createInbox)).toHaveLength(2 * sent));
  await screen.findByText(words);
  first.close();

  const second = await open();
  await screen.findByText(INTERRUPTED);
  serve(createInbox, paid);
  await second.user.click(await button('Submit Order'));
  await waitFor(() => expect(second.pathname()).toBe(paths.paymentSuccess()));
  expect(new Set(keysSent()).size).toBe(1);
  second.close();

  const third = await open();
  await button('Submit Order');
  expect(screen.queryByText(INTERRUPTED)).toBeNull();
  third.close();
});

test('a payment whose response was lost is found paid by the page itself', async () => {
  let paidKey: string | null = null;
  serve(createInbox, ({ key }) => {
    if (paidKey !== null && paidKey === key) return paid();
    paidKey = key;
    return lost();
  });
  const { user, pathname } = await open();
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(callsOf(createInbox)).toHaveLength(2);
});

test('a payment with a new card whose response was lost is found paid by the page itself', async () => {
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  const losses = [lost];
  serve(createInboxWithPayment, () => losses.pop()?.() ?? success(createInboxWithPayment, SENT));
  const { user, pathname } = await open();
  await typeCard(user, 'Ana Markovic');
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  // The page after the payment also says that the hold becomes a charge after a week.
  await screen.findByText(/^Holds on cards expire after a week/);
  const [first, second] = callsOf(createInboxWithPayment);
  expect(second).toEqual(first);
});

test('a press right after the last digit of a new card pays, although the field has not told of it', async () => {
  serveCardFields({ isTold: false });
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  serve(createInboxWithPayment, () => success(createInboxWithPayment, SENT));
  const { user, pathname } = await open();
  await typeCard(user, 'Ana Markovic');
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
});

test.each([
  ['is paid with again', false, 1],
  ['is made anew after its fields were entered', true, 2],
])('a typed card, once the price has changed, %s', async (_, isEntered, made) => {
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  serve(createInboxWithPayment, refused('PRICE_CHANGED', { price: '6.00' }));
  const { user, pathname } = await open();
  await typeCard(user, 'Ana Markovic');
  await user.click(await button('Submit Order'));
  await screen.findByText(/^The price is now \$6/);
  if (isEntered) enterCardFields();
  serve(createInboxWithPayment, () => success(createInboxWithPayment, SENT));
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(cardsMade).toBe(made);
});

test('a new card with nothing typed is not paid with, and each of its fields says what it needs', async () => {
  serveCardFields({ isComplete: false });
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  const { user } = await open();
  await typeCard(user, 'Ana Markovic');
  await user.click(await button('Submit Order'));
  await screen.findByText('Please enter a credit card number');
  for (const words of ['Enter Expiration', 'Enter CVC']) screen.getByText(words);
  expect(callsOf(createInboxWithPayment)).toEqual([]);
});

test.each<readonly [string, () => Response, RegExp, number, card?: RegExp]>([
  [
    'a declined card',
    refused('CARD_DECLINED'),
    /^Error processing order: the card/,
    5,
    /^Use Visa/,
  ],
  ['a new price', refused('PRICE_CHANGED', { price: '6.00' }), /^The price is now \$6/, 6],
  ['a draft that was changed', refused('DRAFT_CHANGED'), /^Your draft was changed/, 5],
])('after %s another press is another payment', async (...row) => {
  const [, answer, words, price, card] = row;
  serve(createInbox, answer);
  const { user, pathname } = await open();
  await user.click(await button('Submit Order'));
  await screen.findByText(words);
  // The form for another card opens after a declined one.
  if (card) await user.click(await button(card));
  serve(createInbox, paid);
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(new Set(keysSent()).size).toBe(2);
  expect(callsOf(createInbox)[1]?.input.get('price')).toBe(String(price));
});

test('a payment with another card after a lost response is another payment', async () => {
  serve(createInbox, lost);
  const { user, pathname } = await open();
  await user.click(await button('Submit Order'));
  await screen.findByText(/It’s safe to try again/);
  await user.click(await button('Change'));
  await user.click(await button(/^Use Visa/));
  serve(createInbox, paid);
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(new Set(keysSent()).size).toBe(2);
});

test('a double tap pays once', async () => {
  serve(createInbox, () => new Promise(() => undefined));
  const { user } = await open();
  const pay = await button('Submit Order');
  await user.dblClick(pay);
  await waitFor(() => expect(callsOf(createInbox)).toHaveLength(1));
  await user.click(pay);
  expect(callsOf(createInbox)).toHaveLength(1);
});

const bank = { inboxId: message.id, clientSecret: 'pi_1_secret_2' };

/** Presses the button; the bank asks for authentication, and the page is closed before it is done. */
async function leaveAtBank(): Promise<void> {
  serve(createInbox, refused('CARD_ACTION_REQUIRED', bank));
  serve(confirmInboxPayment, refused('CARD_ACTION_REQUIRED'));
  const page = await open();
  await page.user.click(await button('Submit Order'));
  await screen.findByText('Your bank is waiting');
  page.close();
}

test('a payment that waits for the bank is continued there after the page was closed, and not made again', async () => {
  await leaveAtBank();
  const { user, pathname, close } = await open();
  await screen.findByText('Your bank is waiting');
  serve(confirmInboxPayment, () => success(confirmInboxPayment, SENT));
  await user.click(await button('Confirm with your bank'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  const { clientSecret, inboxId } = bank;
  expect(handleNextAction.mock.calls).toEqual([[{ clientSecret }], [{ clientSecret }]]);
  expect(callsOf(confirmInboxPayment).map(({ input }) => input.get('inboxId'))).toEqual([
    inboxId,
    inboxId,
  ]);
  expect(callsOf(createInbox)).toHaveLength(1);
  close();
  await open();
  await button('Submit Order');
});

test('a payment that the bank confirmed is found paid by the page itself, although the response was lost', async () => {
  const losses = [lost];
  serve(createInbox, refused('CARD_ACTION_REQUIRED', bank));
  serve(confirmInboxPayment, () => losses.pop()?.() ?? success(confirmInboxPayment, SENT));
  const { user, pathname } = await open();
  await user.click(await button('Submit Order'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(handleNextAction).toHaveBeenCalledTimes(1);
});

test('a payment at the bank whose responses stay lost is not said to be free, and is looked up before the bank is asked again', async () => {
  serve(createInbox, refused('CARD_ACTION_REQUIRED', bank));
  serve(confirmInboxPayment, lost);
  const { user, pathname } = await open();
  await user.click(await button('Submit Order'));
  await screen.findByText(UNKNOWN);
  expect(screen.queryByText(/[Nn]othing (is|was) charged/)).toBeNull();
  serve(confirmInboxPayment, () => success(confirmInboxPayment, SENT));
  await user.click(await button('Confirm with your bank'));
  await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
  expect(handleNextAction).toHaveBeenCalledTimes(1);
});

test.each<RefusalCode>(['NOT_FOUND', 'WRONG_STATUS'])(
  'a payment that was not confirmed in time (%s) is over, and the next press is another one',
  async (status) => {
    await leaveAtBank();
    const { user, pathname } = await open();
    serve(confirmInboxPayment, refused(status));
    await user.click(await button('Confirm with your bank'));
    await screen.findByText(/wasn’t confirmed in time. Nothing was charged/);
    await user.click(await button(/^Use Visa/));
    serve(createInbox, paid);
    await user.click(await button('Submit Order'));
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    expect(new Set(keysSent()).size).toBe(2);
  },
);

test('a payment that loads stands alone, without the navigation, as afterwards', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  serve(viewDraft, async () => {
    await held;
    return success(viewDraft, { data: [draft] });
  });
  const { close } = await open();
  await screen.findByRole('heading', { name: 'Confirm Payment' });
  expect(document.querySelectorAll('.page-alone')).toHaveLength(1);
  release();
  await button('Submit Order');
  expect(document.querySelectorAll('.page-alone')).toHaveLength(1);
  close();
});
