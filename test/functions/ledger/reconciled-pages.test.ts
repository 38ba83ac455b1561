import { beforeEach, expect, test } from '@jest/globals';
import type { AffectedItem, Statements } from '#functions/gateways/statements.ts';
import { reconcile } from '#functions/ledger/reconciliation.ts';
import { conversationKey, type Key, payoutKey } from '#functions/storage/keys.ts';
import { progressOf, saveProgress } from '#functions/storage/ledger/reconciliation.ts';
import { put, table } from '#functions/storage/table.ts';
import { cents, ZERO } from '#shared/money.ts';
import { STATUSES } from '#shared/rules/conversations/conversations.ts';
import { PAYOUT_STATUSES } from '#shared/rules/payouts/payouts.ts';
import { DAY, fromIso, HOUR, type Instant, instant, later, MINUTE, toIso } from '#shared/time.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What reconciliation makes of the pages of Stripe: which items it compares, with which balance, and how long a window may be. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1, 12));
const START = instant(Date.UTC(2027, 4, 1));

/** What Stripe has of an item that no page shows completely, and whom it belongs to. */
const READ = { balance: cents(7), refundable: cents(7) };

let logged: unknown[];
beforeEach(async () => {
  logged = [];
  await saveProgress(table, { until: toIso(START), span: DAY });
});

/** A gateway to an empty Stripe, with the methods that a test replaces. */
const withStatements = (said: Partial<Statements>): Statements => ({
  touched: async () => ({ touched: [], next: undefined }),
  moved: async () => ({ touched: [], next: undefined }),
  underWay: async () => [],
  payment: async () => READ,
  invoice: async () => undefined,
  payout: async () => ZERO,
  ownerOf: async () => undefined,
  ...said,
});

/** Reconciles, and returns the logged differences. */
async function differencesWith(
  said: Partial<Statements>,
  timeLeft = () => 300_000,
): Promise<unknown[]> {
  const log = {
    info: () => {},
    error: (_message: string, fields: object) => logged.push(fields),
  };
  const context = { table, statements: withStatements(said), now: NOW, log } as never;
  await reconcile(context, timeLeft).catch(({ message }: Error) => {
    expect(message).toMatch(/^differences between the ledger and Stripe: \d+$/);
  });
  return logged;
}

const page =
  (...touched: AffectedItem[]) =>
  async () => ({ touched, next: undefined });
const ofConversation = (balance?: number) => ({
  intentId: 'pi',
  conversationId: 'c',
  ...(balance !== undefined && { balance: cents(balance) }),
});
const PAYMENT = { account: 'card:clearing', conversationId: 'c' };

/** Events, newest first, and balance transactions of one payment without an entry, and the difference that they lead to. */
const MERGED: [
  what: string,
  events: AffectedItem[],
  moved: AffectedItem[],
  by: number | undefined,
][] = [
  ['an event with the balance is compared by it', [ofConversation(0)], [], undefined],
  ['an event with another balance is a difference', [ofConversation(3)], [], 7],
  ['an event without a balance is read', [ofConversation()], [], 7],
  ['the newer of two events counts', [ofConversation(0), ofConversation(3)], [], undefined],
  ['an older event without a balance is read', [ofConversation(0), ofConversation()], [], 7],
  ['a newer event without a balance is read', [ofConversation(), ofConversation(0)], [], 7],
  ['a balance transaction is compared by its balance', [], [ofConversation(0)], undefined],
  ['a balance transaction without a balance is read', [], [ofConversation()], 7],
  [
    'a balance transaction is newer than the event',
    [ofConversation(3)],
    [ofConversation(0)],
    undefined,
  ],
  [
    'an event without a balance is read despite a balance transaction',
    [ofConversation()],
    [ofConversation(0)],
    7,
  ],
  [
    'a balance transaction without a balance changes no event',
    [ofConversation(0)],
    [ofConversation()],
    undefined,
  ],
  [
    'an event may not name the conversation',
    [{ intentId: 'pi', balance: ZERO }, ofConversation(3)],
    [],
    undefined,
  ],
];

test.each(MERGED)('%s', async (_what, events, moved, by) => {
  const found = await differencesWith({ touched: page(...events), moved: page(...moved) });
  expect(found).toEqual(by === undefined ? [] : [{ ...PAYMENT, cents: by }]);
});

const ofCard = { intentId: 'pi', conversationId: null, balance: cents(5) };
const ofTransfer = { transferId: 'tr', accountId: 'acct', balance: cents(-5) };
const ofPayout = { transferId: 'tr', userId: 'u', period: '2027-03', balance: cents(5) };
const owner = { ownerOf: async () => 'u' };
const bought = { payment: async () => ({ ...READ, customerId: 'cus' }) };

/** Items without a conversation, and the differences that they lead to. */
const SUBJECTS: [
  what: string,
  item: AffectedItem,
  said: Partial<Statements>,
  differences: object[],
][] = [
  [
    'a payment is of the conversation that Stripe names',
    { intentId: 'pi' },
    { payment: async () => ({ ...READ, conversationId: 'c' }) },
    [{ ...PAYMENT, cents: 7 }],
  ],
  [
    'a payment of a plan is of its invoice',
    ofCard,
    { invoice: async () => ({ ...READ, invoiceId: 'in', intentId: 'pi' }) },
    [{ account: 'card:clearing', invoiceId: 'in', cents: 7 }],
  ],
  [
    'a payment by a person is theirs',
    ofCard,
    { ...owner, ...bought },
    [{ account: 'card:clearing', userId: 'u', stripeId: 'pi', cents: 5 }],
  ],
  ['a payment by another customer is not ours', ofCard, bought, []],
  ['a payment without a customer is not ours', ofCard, owner, []],
  [
    'a transfer to a person is theirs',
    ofTransfer,
    owner,
    [{ account: 'card:clearing', userId: 'u', stripeId: 'tr', cents: -5 }],
  ],
  ['a transfer to another account is not ours', ofTransfer, {}, []],
  [
    'a payout without an entry is read',
    ofPayout,
    { payout: async () => cents(5) },
    [{ account: 'card:clearing', userId: 'u', period: '2027-03', cents: -5 }],
  ],
  ['an unpaid invoice is no difference', { invoiceId: 'in' }, {}, []],
];

test.each(SUBJECTS)('%s', async (_what, item, said, differences) => {
  const found = await differencesWith({ touched: page(item), ...said });
  expect(found).toEqual(differences.map((one) => expect.objectContaining(one)));
});

test.each(SUBJECTS.filter(([, , , differences]) => differences.length > 0))(
  'no difference while its webhook is under way: %s',
  async (_what, item, said) => {
    const underWay = async () => [item];
    expect(await differencesWith({ touched: page(item), underWay, ...said })).toEqual([]);
  },
);

/** Stores a conversation or a payout without entries, whose money at Stripe is then a difference. */
const store = (key: Key, item: object) => table.write(put({ ...key, ...item }));

test.each(['PAYING', 'UNDONE', ...STATUSES])(
  'a payment without an entry is reported unless its conversation is PAYING: %s',
  async (status) => {
    const [id, intentId] = [`c_${status}`, `pi_${status}`];
    await store(conversationKey(id), {
      id,
      status,
      price: cents(7),
      recipient: { id: 'u' },
      history: [],
      money: { state: 'HELD', intentId },
    });
    const touched = page({ intentId, conversationId: id, balance: cents(7) });
    const found = await differencesWith({ touched });
    const difference = { account: 'card:clearing', conversationId: id, cents: 7 };
    // A payment that is not settled yet is compared after it.
    if (status === 'PAYING') expect(found).toEqual([]);
    else expect(found).toContainEqual(difference);
  },
);

test.each(PAYOUT_STATUSES)(
  'a transfer without an entry is reported unless its payout is SENDING: %s',
  async (status) => {
    const payout = { userId: 'u', period: `2026-${status}`, transferId: 'tr' };
    await store(payoutKey('u', payout.period), { ...payout, status, amount: cents(5) });
    const touched = page({ ...payout, balance: cents(5) });
    const found = await differencesWith({ touched, payout: async () => cents(5) });
    const { userId, period } = payout;
    // The transfer of a payout that is being sent is booked later, and compared then.
    const difference = { account: 'card:clearing', userId, period, cents: -5 };
    expect(found).toEqual(status === 'SENDING' ? [] : [difference]);
  },
);

test('every page of Stripe is read', async () => {
  const item = (nth: number) => ({
    ...ofConversation(3),
    intentId: `pi_${nth}`,
    conversationId: `c${nth}`,
  });
  const pages = (first: number) => async (_between: unknown, after: string | undefined) => {
    const nth = first + Number(after ?? 0);
    return { touched: [item(nth)], next: nth === first + 2 ? undefined : String(nth - first + 1) };
  };
  const found = await differencesWith({ touched: pages(1), moved: pages(4) });
  expect(found).toHaveLength(6);
});

/** One unpaid invoice every five minutes: more in a day, and fewer in half a day, than a run compares when it is late. */
async function everyFiveMinutes({ from, to }: { readonly from: Instant; readonly to: Instant }) {
  const first = Math.ceil(from / (5 * MINUTE));
  const count = Math.max(0, Math.ceil(to / (5 * MINUTE)) - first);
  const touched = Array.from({ length: count }, (_, nth) => ({ invoiceId: `in_${first + nth}` }));
  return { touched, next: undefined };
}

const progress = async () => {
  const { until = '', span } = (await progressOf(table)) ?? {};
  return [(fromIso(until) - START) / HOUR, (span ?? 0) / HOUR];
};

test('a window that takes too long is halved by the next run, and grows again afterwards', async () => {
  const before = later(START, -DAY);
  await saveProgress(table, { until: toIso(before), span: DAY });
  const run = () => differencesWith({ touched: everyFiveMinutes }, () => 0);
  await run();
  expect(await progress()).toEqual([-24, 12]);
  await run();
  expect(await progress()).toEqual([-12, 24]);
  await run();
  expect(await progress()).toEqual([0, 24]);
});

test('a window is never shorter than a minute', async () => {
  const span = 1.5 * MINUTE;
  await saveProgress(table, { until: toIso(START), span });
  const many = Array.from({ length: 300 }, (_, nth) => ({ invoiceId: `in_${nth}` }));
  await differencesWith({ touched: page(...many) }, () => 0);
  expect(await progress()).toEqual([0, MINUTE / HOUR]);
});

test('a window that is not compared to its end is compared again by the next run', async () => {
  const many = Array.from({ length: 300 }, (_, nth) => ({ invoiceId: `in_${nth}` }));
  let timeLeft = 300_000;
  const invoice: Statements['invoice'] = async () => {
    timeLeft = 0;
    return undefined;
  };
  await differencesWith({ touched: page(...many), invoice }, () => timeLeft);
  expect((await progress())[0]).toBe(0);
});

test('the windows that were compared before a request to Stripe failed are not compared again', async () => {
  await saveProgress(table, { until: toIso(later(START, -DAY)), span: DAY });
  const touched: Statements['touched'] = async ({ from }) => {
    if (from >= START) throw new Error('no response');
    return { touched: [ofConversation(0)], next: undefined };
  };
  await expect(differencesWith({ touched })).rejects.toThrow();
  expect((await progress())[0]).toBe(0);
});

test('a difference that several windows find is logged once', async () => {
  await saveProgress(table, { until: toIso(later(START, -DAY)), span: DAY });
  expect(await differencesWith({ touched: page(ofConversation(7)) })).toMatchObject([PAYMENT]);
});

test('a window is compared completely if there is time, however many items it has', async () => {
  const compared: unknown[] = [];
  const many = Array.from({ length: 300 }, (_, nth) => ({ invoiceId: `in_${nth}` }));
  const invoice: Statements['invoice'] = async ({ invoiceId }) => {
    compared.push(invoiceId);
    return undefined;
  };
  await differencesWith({ touched: page(...many), invoice });
  expect(compared.sort()).toEqual(many.map(({ invoiceId }) => invoiceId).sort());
  expect(await progress()).toEqual([11, 24]);
});
