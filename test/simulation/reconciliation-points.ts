import { entryKey } from '#functions/storage/keys.ts';
import { book } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import type { Posting } from '#shared/rules/ledger/ledger.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '#shared/time.ts';
import { FIRST_MORNING } from './clock.ts';
import type { Failure } from './crash-points.ts';
import type { TableEngine } from './engine.ts';
import { type Flow, runStep } from './flow-steps.ts';
import { fundStripe } from './initial-people.ts';
import {
  comparedPostings,
  deleteItem,
  type Entry,
  findsDifference,
  isCompared,
  putItem,
} from './reconciliation-run.ts';
import { recover } from './recovery.ts';
import { startSimulation } from './runner.ts';
import { clock, type Simulation } from './simulation.ts';

/*
 * Checks the reconciliation itself after each flow. It has to report nothing about the unchanged history. It has to report each
 * entry that is missing, was booked twice, or has another amount in an account that it compares, also as the first or the last entry
 * of a window, and each movement of money that only Stripe knows of.
 */

/** The entry with one cent more in an account. What it moves there comes from an account that is not compared. */
const withCent = (entry: Entry, changed: Posting): Entry => ({
  ...entry,
  postings: [
    ...entry.postings.map((one) =>
      one === changed ? { ...one, amount: (one.amount + 1) as Posting['amount'] } : one,
    ),
    { account: 'platform:disputes', amount: -1 as Posting['amount'] },
  ],
});

/** Where a window can begin: before an entry, at it, and so that it is the first of the second window. */
const WINDOWS: readonly (readonly [before: number, span: number])[] = [
  [HOUR, 24 * HOUR],
  [0, 24 * HOUR],
  [MINUTE, MINUTE],
];

const windowOf = (nth: number) => WINDOWS[nth % WINDOWS.length] ?? ([HOUR, HOUR] as const);

/** Books an entry once more under another cause, as if its condition had failed; removes it afterwards. */
async function missedTwice(entry: Entry, nth: number): Promise<string[]> {
  const { conversationId, postings } = entry;
  const cause = `${entry.cause}:99`;
  const again = { cause, postings, ...(conversationId && { conversationId }) };
  const at = clock.now() as Instant;
  await table.write(book(again, at));
  // Nothing happens at Stripe at this time, so only the ledger can lead to the difference.
  clock.moveTo(at + MINUTE);
  const [before, span] = windowOf(nth);
  const isFound = await findsDifference(at - before, span);
  await deleteItem(entryKey(cause));
  return isFound ? [] : [`that ${entry.cause} was booked twice`];
}

/** Changes each account of an entry, removes it, and books it twice; restores it afterwards. */
async function missedIn(entry: Entry, nth: number, began: number): Promise<string[]> {
  const missed: string[] = [];
  const postings = comparedPostings(entry);
  for (const [number, changed] of postings.entries()) {
    const [before, span] = windowOf(nth + number);
    await putItem(withCent(entry, changed));
    if (!(await findsDifference(entry.at - before, span)))
      missed.push(`a cent in ${changed.account} of ${entry.cause}, ${before} ms after the start`);
  }
  if (postings.length > 0) {
    await deleteItem(entry);
    if (!(await findsDifference(began))) missed.push(`that ${entry.cause} is missing`);
  }
  await putItem(entry);
  if (postings.length > 0) missed.push(...(await missedTwice(entry, nth)));
  return missed;
}

/** What an operator or a bank does at Stripe, of which no webhook arrives; undefined if there is nothing to act on. */
type StripeChange = (simulation: Simulation) => readonly [path: string, form: object] | undefined;

const chargesOf = ({ world: { stripe } }: Simulation) =>
  stripe
    .all('charges')
    .filter(
      ({ captured, disputed, amount_refunded, amount, metadata }) =>
        captured && !disputed && amount_refunded < amount && metadata.product !== 'another',
    );

const STRIPE_CHANGES: Readonly<Record<string, StripeChange>> = {
  'a refund of a cent': (simulation) => {
    const [charge] = chargesOf(simulation);
    return charge && ['/v1/refunds', { charge: charge.id, amount: '1' }];
  },
  'a dispute': (simulation) => {
    const charge = chargesOf(simulation).at(-1);
    return charge && [`/_bank/charges/${charge.id}/dispute`, {}];
  },
  'a released hold': ({ world: { stripe } }) => {
    const hold = stripe.all('paymentIntents').find(({ status }) => status === 'requires_capture');
    return hold && [`/v1/payment_intents/${hold.id}/cancel`, {}];
  },
  'a reversal of a cent of a payout': ({ world: { stripe } }) => {
    const transfer = stripe.all('transfers').find(({ reversed }) => !reversed);
    return transfer && [`/v1/transfers/${transfer.id}/reversals`, { amount: '1' }];
  },
  'a second transfer of a payout': ({ world: { stripe } }) => {
    const transfer = stripe.all('transfers').find(({ reversed }) => !reversed);
    if (!transfer) return undefined;
    const { amount, amount_reversed: back, destination, metadata, transfer_group } = transfer;
    return [
      '/v1/transfers',
      {
        amount: String(amount - back),
        currency: 'usd',
        destination,
        transfer_group,
        'metadata[userId]': metadata.userId,
        'metadata[period]': metadata.period,
      },
    ];
  },
  'a second payment of a conversation': ({ world: { stripe } }) => {
    const intent = stripe.all('paymentIntents').find(({ metadata }) => metadata.conversationId);
    return intent && payment(intent, intent.metadata.conversationId ?? '');
  },
  'a payment of a conversation that does not exist': ({ world: { stripe } }) => {
    const intent = stripe.all('paymentIntents').find(({ metadata }) => metadata.conversationId);
    return intent && payment(intent, '01M6DQS9M0ZZZZZZZZZZZZZZZZ');
  },
};

const payment = (
  { amount, customer }: { readonly amount: number; readonly customer: unknown },
  conversationId: string,
) =>
  [
    '/v1/payment_intents',
    {
      amount: String(amount),
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      customer: String(customer),
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      'metadata[conversationId]': conversationId,
    },
  ] as const;

/** Runs a flow to its end, and everything that is pending afterwards. */
async function runUntilSettled(flow: Flow): Promise<Simulation> {
  const simulation = await startSimulation(1, FIRST_MORNING);
  const steps = await flow.prepare(simulation);
  for (const step of steps) await runStep(simulation, step);
  await recover(simulation);
  return simulation;
}

/**
 * The names of the changes at Stripe that are not reported, or that are while their webhook is under way. Each is made after a run
 * of its own, by turns minutes after the start of a window and in its first second.
 */
async function missedAtStripe(flow: Flow): Promise<string[]> {
  const missed: string[] = [];
  for (const [nth, [name, change]] of Object.entries(STRIPE_CHANGES).entries()) {
    const simulation = await runUntilSettled(flow);
    const { stripe } = simulation.world;
    await fundStripe(simulation);
    // Stripe's times are whole seconds, and its clock may be two minutes behind.
    const second = Math.floor((clock.now() + stripe.clockOffset) / SECOND) * SECOND;
    const from = nth % 2 === 0 ? second - MINUTE : second;
    const [path, form] = change(simulation) ?? [];
    if (!path || !(await stripe.requestManually('POST', path, { ...form })).done) continue;
    if (await findsDifference(from)) missed.push(`${name} only after its webhook is late`);
    stripe.losesWebhooks = false;
    for (const id of stripe.undeliveredEvents()) stripe.markDelivered(id);
    if (!(await findsDifference(from))) missed.push(name);
  }
  return missed;
}

/** Returns what reconciliation does not report after a flow, or reports although there is nothing. */
export async function runReconciliation(
  engine: TableEngine,
  flow: Flow,
): Promise<{ readonly points: number; readonly failure: Failure | undefined }> {
  const { driver } = await runUntilSettled(flow);
  const items = await engine.dump();
  const entries = (items.filter(({ sk }) => sk === 'ENTRY') as unknown as Entry[]).filter(
    isCompared,
  );
  const began = Math.min(...entries.map(({ at }) => at), clock.now()) - HOUR;
  const isWrong = await findsDifference(began);
  const missed = isWrong ? ['nothing: there is no difference'] : await missedProgress(engine);
  for (const [nth, entry] of entries.entries()) missed.push(...(await missedIn(entry, nth, began)));
  missed.push(...(await missedAtStripe(flow)));
  const violations = missed.map((one) => `reconciliationFindsDifferences: it should report ${one}`);
  const failure = violations.length > 0 ? { violations, steps: driver.steps } : undefined;
  return { points: entries.length, failure };
}

/** After a run all is compared but the last hour, which may be incomplete and is compared again. */
async function missedProgress(engine: TableEngine): Promise<string[]> {
  const progress = (await engine.dump()).find(({ pk }) => pk === 'RECONCILED');
  return progress?.until === new Date(clock.now() - HOUR).toISOString()
    ? []
    : [`what happens in the last hour: it goes on at ${progress?.until}`];
}
