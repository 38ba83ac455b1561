import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  grouped,
  heldByDispute,
  type Invariant,
  netAtStripe,
  posted,
  type Snapshot,
  sentAsBooked,
  sum,
} from './snapshot.ts';

/*
 * Invariants of the ledger: it sums to zero, agrees with Stripe to the cent, and matches the balances that people
 * see.
 */

export const ledgerSumsToZero: Invariant = ({ entries }) =>
  entries.flatMap(({ cause, postings }) => {
    const off = sum(postings.map(({ amount }) => amount));
    return off === 0 ? [] : [`the entry ${cause} is off by ${off} cents`];
  });

/**
 * The entries that a conversation, an invoice, an invitation or a payout may have several of are numbered from one, without a gap, because
 * reconciliation reads them by their number.
 */
export const entriesAreNumberedFromOne: Invariant = ({ entries }) => {
  const numbered = entries.flatMap(({ cause }) => {
    const [, step = '', of, number] = /^(\w+):(.+):(-?\d+)$/.exec(cause) ?? [];
    const kind = step.startsWith('refund')
      ? 'refunds'
      : step.startsWith('payout')
        ? step
        : 'losses';
    return of === undefined ? [] : [{ name: `${kind} of ${of}`, number: Number(number) }];
  });
  return [...grouped(numbered, ({ name }) => name)].flatMap(([name, all]) => {
    const numbers = [...new Set(all.map(({ number }) => number))].sort((one, other) => one - other);
    return numbers.every((number, nth) => number === nth + 1)
      ? []
      : [`the ${name} are numbered ${numbers.join(', ')}`];
  });
};

export const ledgerAgreesWithStripe: Invariant = (state) => [
  ...ofConversations(state),
  ...ofInvoices(state),
  ...ofPayouts(state),
  ...allAccounts(state),
];

const differ = (what: string, booked: number, atStripe: number) =>
  booked === atStripe ? [] : [`${what}: the ledger says ${booked} cents, the provider ${atStripe}`];

/** The net amount of each payment at Stripe equals the entries of its conversation. */
function ofConversations(state: Snapshot): string[] {
  const byConversation = grouped(state.intents, ({ metadata }) => metadata.conversationId ?? '');
  const named = new Set([
    ...byConversation.keys(),
    ...state.entries.flatMap(({ conversationId }) => conversationId ?? []),
  ]);
  return [...named].flatMap((id) => {
    if (!id) return [];
    const booked = -posted(state, 'card:clearing', (entry) => entry.conversationId === id);
    const atStripe = sum(
      (byConversation.get(id) ?? []).map((intent) => netAtStripe(state, intent)),
    );
    return differ(`conversation ${id}`, booked, atStripe - heldByDispute(state, id));
  });
}

function ofInvoices(state: Snapshot): string[] {
  const payments = state.world.stripe.all('invoicePayments');
  const ours = state.invoices.filter(
    ({ parent }) => parent?.subscription_details?.metadata?.userId !== undefined,
  );
  return ours.flatMap(({ id, status }) => {
    const intentId = payments.find(({ invoice }) => invoice === id)?.payment.payment_intent;
    const intent = state.intents.find((one) => one.id === intentId);
    const atStripe = intent && status === 'paid' ? netAtStripe(state, intent) : 0;
    const causes = (cause: string) => cause.split(':')[1] === id;
    return differ(
      `invoice ${id}`,
      -posted(state, 'card:clearing', ({ cause }) => causes(cause)),
      atStripe,
    );
  });
}

function ofPayouts(state: Snapshot): string[] {
  const groups = grouped(
    state.transfers,
    ({ metadata }) => `${metadata.userId}:${metadata.period}`,
  );
  const booked = state.payouts.map(({ userId, period }) => `${userId}:${period}`);
  return [...new Set([...groups.keys(), ...booked])].flatMap((name) => {
    const made = sum((groups.get(name) ?? []).map(sentAsBooked));
    const causes = [`payoutPaid:${name}`, `payoutReturned:${name}`, `payoutReversed:${name}:`];
    const out = posted(state, 'card:clearing', ({ cause }) =>
      causes.some((one) => (one.endsWith(':') ? cause.startsWith(one) : cause === one)),
    );
    return differ(`payout ${name}`, out, made);
  });
}

function allAccounts(state: Snapshot): string[] {
  const ours = state.intents.filter(({ metadata }) => metadata.product !== 'another');
  const atStripe =
    sum(ours.map((intent) => netAtStripe(state, intent))) -
    sum(state.transfers.map(sentAsBooked)) -
    sum(state.conversations.map(({ id }) => heldByDispute(state, id)));
  return differ('all accounts together', -posted(state, 'card:clearing'), atStripe);
}

/** By how much an entry changes what a user is owed, in the balance or on its way to the bank. */
const owedChange = ({ postings }: Snapshot['entries'][number], userId: string): number =>
  sum(
    postings
      .filter(({ account }) => account === `user:${userId}` || account === 'payout:transit')
      .map(({ amount }) => amount),
  );

const isOfConversation = ({ conversationId }: { readonly conversationId?: string }) =>
  conversationId !== undefined;

/** What an undecided claim or dispute about a conversation keeps out of a user's balance. */
function frozenOf({ recipient, money }: Conversation, userId: string): number {
  if (recipient.id !== userId) return 0;
  const { claim, back } = money;
  return (claim?.frozen ?? 0) + (back?.frozen ?? 0) - (back?.clawedBack ?? 0);
}

/** A user's balance and figures equal the sums of their entries. */
export const balancesMatchLedger: Invariant = (state) =>
  state.users.flatMap(({ id }) => {
    const item = state.at(`USER#${id}`, 'BALANCE') ?? { pk: '', sk: '' };
    const account = `user:${id}`;
    const own = state.entries.filter(({ userId }) => userId === id);
    const moving = own.filter((entry) => owedChange(entry, id) !== 0);
    const underWay = state.payouts.filter(
      ({ userId, status }) => userId === id && (status === 'SENDING' || status === 'WAITING'),
    );
    const waiting = underWay.filter(({ status }) => status === 'WAITING');
    const answered = moving.filter(({ cause }) => cause.startsWith('answered:'));
    const expected = {
      balance: posted(state, account),
      outgoing: sum(underWay.map(({ amount }) => amount)),
      waiting: sum(waiting.map(({ amount }) => amount)),
      recovering: 0,
      frozen: sum(state.conversations.map((one) => frozenOf(one, id))),
      entries: moving.length,
      totalMessages: answered.length,
      totalEarnings: posted({ entries: moving.filter(isOfConversation) }, account),
    };
    const owed = Number(item.balance ?? 0) + Number(item.outgoing ?? 0);
    const lines = sum(moving.map((entry) => owedChange(entry, id)));
    return [
      ...Object.entries(expected).flatMap(([name, wanted]) =>
        Number(item[name] ?? 0) === wanted
          ? []
          : [`${name} of ${id} is ${item[name] ?? 0}, its entries say ${wanted}`],
      ),
      ...(owed === lines
        ? []
        : [`${id} is told to be owed ${owed} cents, the lines of their ledger say ${lines}`]),
    ];
  });

/** A user owes at most what was clawed back for good, and the platform's accounts never go below zero. */
export const accountsAreNotOverdrawn: Invariant = (state) => [
  ...state.users.flatMap(({ id }) => {
    const account = `user:${id}`;
    const owed = posted(state, account);
    const takenBack = posted(state, account, ({ cause }) =>
      /^(clawedBack|freed|claimReturned):/.test(cause),
    );
    return owed < Math.min(0, takenBack)
      ? [`${id} is owed ${owed} cents, ${takenBack} of it were taken back`]
      : [];
  }),
  ...['held', 'platform:review', 'platform:claims', 'payout:transit'].flatMap((account) => {
    const balance = posted(state, account);
    return balance < 0 ? [`${account} is at ${balance} cents`] : [];
  }),
];
