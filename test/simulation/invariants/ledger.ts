import { owedChange } from '../../../shared/rules/ledger/ledger.ts';
import {
  grouped,
  type Invariant,
  posted,
  standing,
  sum,
  type View,
  waitingForBank,
} from './view.ts';

/* The ledger: it sums to zero, agrees with the provider to the cent, and is what people are told of it. */

export const sumsToZero: Invariant = ({ entries }) =>
  entries.flatMap(({ cause, postings }) => {
    const off = sum(postings.map(({ amount }) => amount));
    return off === 0 ? [] : [`the entry ${cause} is off by ${off} cents`];
  });

export const agreesWithProvider: Invariant = (view) => [
  ...ofConversations(view),
  ...ofInvoices(view),
  ...ofPayouts(view),
  ...altogether(view),
];

const differ = (what: string, booked: number, stands: number) =>
  booked === stands ? [] : [`${what}: the ledger says ${booked} cents, the provider ${stands}`];

/** Each payment stands for exactly what the entries of its conversation count on. */
function ofConversations(view: View): string[] {
  const byConversation = grouped(view.intents, ({ metadata }) => metadata.conversationId ?? '');
  const named = new Set([
    ...byConversation.keys(),
    ...view.entries.flatMap(({ conversationId }) => conversationId ?? []),
  ]);
  return [...named].flatMap((id) => {
    if (!id) return [];
    const booked = -posted(view, 'card:clearing', (entry) => entry.conversationId === id);
    const stands = sum((byConversation.get(id) ?? []).map((intent) => standing(view, intent)));
    return differ(`conversation ${id}`, booked, stands - waitingForBank(view, id));
  });
}

function ofInvoices(view: View): string[] {
  const payments = view.world.provider.all('invoicePayments');
  const ours = view.invoices.filter(
    ({ parent }) => parent?.subscription_details?.metadata?.userId !== undefined,
  );
  return ours.flatMap(({ id, status }) => {
    const intentId = payments.find(({ invoice }) => invoice === id)?.payment.payment_intent;
    const intent = view.intents.find((one) => one.id === intentId);
    const stands = intent && status === 'paid' ? standing(view, intent) : 0;
    const causes = (cause: string) => cause.split(':')[1] === id;
    return differ(
      `invoice ${id}`,
      -posted(view, 'card:clearing', ({ cause }) => causes(cause)),
      stands,
    );
  });
}

function ofPayouts(view: View): string[] {
  const groups = grouped(view.transfers, ({ metadata }) => `${metadata.userId}:${metadata.period}`);
  const booked = view.payouts.map(({ userId, period }) => `${userId}:${period}`);
  return [...new Set([...groups.keys(), ...booked])].flatMap((name) => {
    const made = sum((groups.get(name) ?? []).map((one) => one.amount - one.amount_reversed));
    const causes = [`payoutPaid:${name}`, `payoutReturned:${name}`, `payoutReversed:${name}:`];
    const out = posted(view, 'card:clearing', ({ cause }) =>
      causes.some((one) => (one.endsWith(':') ? cause.startsWith(one) : cause === one)),
    );
    return differ(`payout ${name}`, out, made);
  });
}

function altogether(view: View): string[] {
  const ours = view.intents.filter(({ metadata }) => metadata.product !== 'another');
  const stands =
    sum(ours.map((intent) => standing(view, intent))) -
    sum(view.transfers.map((one) => one.amount - one.amount_reversed)) -
    sum(view.conversations.map(({ id }) => waitingForBank(view, id)));
  return differ('all accounts together', -posted(view, 'card:clearing'), stands);
}

/** What a person is owed, and their figures, are what their entries say. */
export const balancesAreTrue: Invariant = (view) =>
  view.users.flatMap(({ id }) => {
    const item = view.at(`USER#${id}`, 'BALANCE') ?? { pk: '', sk: '' };
    const account = `user:${id}`;
    const own = view.entries.filter(({ userId }) => userId === id);
    const moving = own.filter((entry) => owedChange(entry, id) !== 0);
    const underWay = view.payouts.filter(
      ({ userId, status }) => userId === id && (status === 'SENDING' || status === 'WAITING'),
    );
    const waiting = underWay.filter(({ status }) => status === 'WAITING');
    const answered = moving.filter(({ cause }) => cause.startsWith('answered:'));
    const expected = {
      balance: posted(view, account),
      outgoing: sum(underWay.map(({ amount }) => amount)),
      waiting: sum(waiting.map(({ amount }) => amount)),
      recovering: 0,
      entries: moving.length,
      totalMessages: answered.length,
      totalEarnings: posted({ entries: answered }, account),
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

/** A person's debt is at most what was taken back for good, and no money is held without an owner. */
export const nobodyIsBelowZero: Invariant = (view) => [
  ...view.users.flatMap(({ id }) => {
    const account = `user:${id}`;
    const owed = posted(view, account);
    const takenBack = posted(view, account, ({ cause }) => /^(clawedBack|freed):/.test(cause));
    return owed < Math.min(0, takenBack)
      ? [`${id} is owed ${owed} cents, ${takenBack} of it were taken back`]
      : [];
  }),
  ...['held', 'platform:review', 'payout:transit'].flatMap((account) => {
    const balance = posted(view, account);
    return balance < 0 ? [`${account} is at ${balance} cents`] : [];
  }),
];
