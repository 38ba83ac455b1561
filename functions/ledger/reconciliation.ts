import { RECONCILE_DIFFERENCES, RECONCILE_LAG } from '#shared/metrics.ts';
import { type Cents, minus, negative, ZERO } from '#shared/money.ts';
import {
  clearingDifference,
  conversationDifferences,
  type Difference,
} from '#shared/rules/ledger/reconciliation.ts';
import {
  DAY,
  dayOf,
  fromIso,
  HOUR,
  type Instant,
  instant,
  later,
  MINUTE,
  SECOND,
  toIso,
} from '#shared/time.ts';
import type { AffectedItem, AffectedPage, Statements } from '../gateways/statements.ts';
import type { Logger } from '../log.ts';
import { report } from '../metrics.ts';
import { planLossesOf } from '../storage/billing/plan-payments.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { payoutKey } from '../storage/keys.ts';
import type { BookedEntry } from '../storage/ledger/ledger.ts';
import {
  entriesBetween,
  entriesOfConversation,
  entriesOfInvoice,
  entriesOfPayout,
  progressOf,
  saveProgress,
} from '../storage/ledger/reconciliation.ts';
import type { Payout } from '../storage/payouts/payouts.ts';
import { recoveryOf, reversalName } from '../storage/payouts/recoveries.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/*
 * Reconciliation: compares the ledger with Stripe. It covers everything that happened on either side since the last run. So it
 * finds what only one side knows of, and its cost depends on the activity, not on the amount of data. Both sides are read in
 * pages, and most items can be compared by the pages alone; the others are read from Stripe one by one. The time is divided
 * into windows, and the progress is saved after each. A window that is interrupted is compared again by the next run.
 */

type ReconciliationContext = {
  readonly table: TableWriter;
  readonly statements: Statements;
  readonly now: Instant;
  readonly log: Logger;
};

/** The context with the subjects of undelivered webhook events, which may differ for a while. */
type Comparing = ReconciliationContext & { readonly underWay: () => Promise<ReadonlySet<string>> };

/** The time (ms) that is kept for completing the current page. */
const RESERVE = 30_000;
const CONCURRENCY = 10;
/** The range of the first comparison: as long as Stripe keeps events, less a day. */
const FIRST_RANGE = 29 * DAY;
/** The age below which an item may still be incomplete: it is compared now, and again by the next run. */
const SETTLING_TIME = HOUR;
const SHORTEST_WINDOW = MINUTE;

/**
 * Reconciles everything since the last run. Logs each difference, reports their number as a metric, and throws if there is
 * any. Always reports how far it is behind. Safe to run twice, concurrently or late; if the time runs out, the next run
 * continues.
 */
export async function reconcile(
  context: ReconciliationContext,
  timeLeft: () => number,
): Promise<void> {
  const start = await progressOf(context.table);
  let from = start ? fromIso(start.until) : later(context.now, -FIRST_RANGE);
  let span = start?.span ?? DAY;
  let waiting: Promise<ReadonlySet<string>> | undefined;
  const underWay = () => {
    waiting ??= context.statements.underWay(context.now).then((all) => new Set(all.map(keyOf)));
    return waiting;
  };
  const isLate = () => timeLeft() < RESERVE;
  const save = () => {
    const until = Math.min(from, later(context.now, -SETTLING_TIME));
    return saveProgress(context.table, { until: toIso(instant(until)), span });
  };
  const different = new Set<string>();
  let compared = 0;
  try {
    do {
      const to = endOf(from, span, context.now);
      const found = await compareWindow({ ...context, underWay }, { from, to }, different, isLate);
      if (found === 'OUT_OF_TIME') {
        span = Math.max(SHORTEST_WINDOW, Math.min(span, to - from) / 2);
        break;
      }
      compared += found;
      from = to;
      span = Math.min(DAY, 2 * span);
      // The progress after the last window is saved below.
      if (found > 0 && from < context.now) await save();
    } while (from < context.now && !isLate());
    await save();
  } finally {
    report({
      ...(different.size > 0 && { [RECONCILE_DIFFERENCES]: different.size }),
      [RECONCILE_LAG]: Math.max(0, Math.floor((context.now - from) / MINUTE)),
    });
  }
  context.log.info('reconciled', { compared, different: different.size, until: toIso(from) });
  if (different.size > 0)
    throw new Error(`differences between the ledger and Stripe: ${different.size}`);
}

/** Compares all subjects of a window and returns their number. */
async function compareWindow(
  context: Comparing,
  window: Window,
  different: Set<string>,
  isLate: () => boolean,
): Promise<number | 'OUT_OF_TIME'> {
  try {
    const subjects = await subjectsBetween(context, window, isLate);
    for (let first = 0; first < subjects.length; first += CONCURRENCY) {
      if (first > MIN_SUBJECTS && isLate()) return 'OUT_OF_TIME';
      const slice = subjects.slice(first, first + CONCURRENCY);
      await Promise.all(slice.map((one) => compare(context, one, different)));
    }
    return subjects.length;
  } catch (fault) {
    if (fault instanceof OutOfTime) return 'OUT_OF_TIME';
    throw fault;
  }
}

/**
 * The end of a window, which stays within one day, because the ledger's index is by day. The last window includes the
 * current second.
 */
function endOf(from: Instant, span: number, now: Instant): Instant {
  const midnight = later(fromIso(`${dayOf(from)}T00:00:00.000Z`), DAY);
  return instant(Math.min(from + Math.round(span), midnight, later(now, SECOND)));
}

/** Compares a subject and logs its differences, with ids only; each subject once per run. */
async function compare(
  context: Comparing,
  found: FoundSubject,
  different: Set<string>,
): Promise<void> {
  const { subject } = found;
  const differences = await differencesOf(context, found);
  if (differences.length === 0 || different.has(nameOf(subject))) return;
  different.add(nameOf(subject));
  for (const { account, by } of differences)
    context.log.error('the ledger and the provider differ', { account, ...subject, cents: by });
}

async function differencesOf(context: Comparing, found: FoundSubject): Promise<Difference[]> {
  const { table, statements } = context;
  const { subject, seen, touched } = found;
  if ('conversationId' in subject) return differencesOfConversation(context, { ...found, subject });
  if ('invoiceId' in subject) {
    const count = (await planLossesOf(table, subject.invoiceId))?.count ?? 0;
    const entries = distinctEntries(seen, await entriesOfInvoice(table, subject.invoiceId, count));
    const payment = await statements.invoice(subject);
    // The events of refunds and disputes name the payment, those of the invoice itself do not.
    const names = [subject.invoiceId, payment?.intentId];
    return unlessUnderWay(context, names, clearingDifference(entries, payment?.balance ?? ZERO));
  }
  if ('stripeId' in subject)
    return differencesOfUnknown(context, subject.stripeId, balanceOf(touched[0]));
  return differencesOfPayout(context, { ...found, subject });
}

async function differencesOfPayout(
  context: Comparing,
  {
    subject,
    seen,
    touched,
  }: FoundSubject & { readonly subject: { readonly userId: string; readonly period: string } },
): Promise<Difference[]> {
  const { table, statements } = context;
  const { userId, period } = subject;
  const payout = await table.get<Payout>(payoutKey(userId, period));
  // A transfer may exist at Stripe that is not booked yet; its booking is compared later.
  if (payout?.status === 'SENDING') return [];
  const booked = await entriesOfPayout(table, userId, period, payout?.reversals ?? 0);
  const entries = distinctEntries(seen, booked);
  const transfers = touched.filter((one) => 'transferId' in one);
  // If the pages show only the payout's own transfer, they show all of its money.
  const [only] = transfers.every((one) => one.transferId === payout?.transferId) ? transfers : [];
  if (only && !clearingDifference(entries, negative(only.balance))) return [];
  // The pending reversal may be made and not booked, or be refused later, after which nothing would be compared.
  const { reversingFor } = payout ?? {};
  const recovery = reversingFor && (await recoveryOf(table, userId, reversingFor));
  const pending = recovery ? reversalName(recovery) : undefined;
  const sent = await statements.payout(userId, period, pending);
  const names = [payout?.transferId, ...transfers.map(({ transferId }) => transferId)];
  return unlessUnderWay(context, names, clearingDifference(entries, negative(sent)));
}

/** The money of a payment or transfer that the product did not make, which no entry can explain. */
async function differencesOfUnknown(
  context: Comparing,
  stripeId: string,
  balance: Cents | undefined,
): Promise<Difference[]> {
  const stands = balance ?? (await context.statements.payment(stripeId)).balance;
  return unlessUnderWay(context, [stripeId], clearingDifference([], stands));
}

/** The differences, or none while a webhook about one of these payments, invoices or transfers is under way. */
async function unlessUnderWay(
  { underWay }: Comparing,
  names: readonly (string | undefined)[],
  ...found: (Difference | undefined)[]
): Promise<Difference[]> {
  const differences = found.flatMap((one) => one ?? []);
  if (differences.length === 0) return [];
  const waiting = await underWay();
  return names.some((name) => name !== undefined && waiting.has(name)) ? [] : differences;
}

async function differencesOfConversation(
  context: Comparing,
  { subject, seen, touched }: FoundSubject & { readonly subject: { conversationId: string } },
): Promise<Difference[]> {
  const { table, statements, now } = context;
  const conversation = await conversationById(table, subject.conversationId, now);
  // The payment is not settled yet.
  if (conversation?.status === 'PAYING') return [];
  const booked = conversation ? await entriesOfConversation(table, conversation) : [];
  const entries = distinctEntries(seen, booked);
  const payments = touched.filter((one) => 'intentId' in one);
  const intentId = conversation?.money.intentId ?? payments[0]?.intentId;
  const second = await differencesOfSecond(
    context,
    payments.filter((one) => one.intentId !== intentId),
  );
  const own = [...second, ...(conversation ? conversationDifferences(conversation, entries) : [])];
  const balance = balanceOf(payments.find((one) => one.intentId === intentId));
  // The pages show the balance of this payment, and it agrees; or no booked entry concerns money at Stripe.
  const agrees = balance !== undefined && !clearingDifference(entries, balance);
  if (agrees || (touched.length === 0 && !seen.some(movesClearing)))
    return unlessUnderWay(context, [intentId], ...own);
  const stands = intentId ? await statements.payment(intentId) : undefined;
  // A pending return is performed by the next sweep, so the balance after it is accepted too.
  const owed = conversation?.money.owed === 'giveBack' && stands;
  const clearing = clearingDifference(
    entries,
    stands?.balance ?? ZERO,
    ...(owed ? [minus(stands.balance, stands.refundable)] : []),
  );
  const all = [...(clearing ? [clearing] : []), ...own];
  return unlessUnderWay(context, [intentId], ...all);
}

/** The money of payments that name a conversation and are not its own: no entry explains it. */
async function differencesOfSecond(
  context: Comparing,
  payments: readonly { readonly intentId: string }[],
): Promise<Difference[]> {
  const found = payments.map(({ intentId }) => differencesOfUnknown(context, intentId, undefined));
  return (await Promise.all(found)).flat();
}

const movesClearing = ({ postings }: BookedEntry): boolean =>
  postings.some(({ account }) => account === 'card:clearing');

/** The entries of several lists, each cause once. */
function distinctEntries(...places: readonly (readonly BookedEntry[])[]): BookedEntry[] {
  return [...new Map(places.flat().map((entry) => [entry.cause, entry])).values()];
}

/* The subjects of a window: everything that happened on either side, read in pages from Stripe and from the ledger. */

type Sources = { readonly table: TableReader; readonly statements: Statements };

type Window = { readonly from: Instant; readonly to: Instant };

/**
 * The unit of comparison, by its ids: a conversation, an invoice, a payout, or a payment or transfer of a person that somebody
 * made in Stripe's dashboard.
 */
type Subject =
  | { readonly conversationId: string }
  | { readonly invoiceId: string }
  | { readonly userId: string; readonly period: string }
  | { readonly userId: string; readonly stripeId: string };

/** A subject with its entries in the window. */
type FoundSubject = {
  readonly subject: Subject;
  readonly seen: readonly BookedEntry[];
  /** Its items on Stripe's pages. They are several if several payments name a conversation, or several transfers a payout. */
  readonly touched: readonly AffectedItem[];
};

/** The balance of an item if the pages show it. Otherwise it is read from Stripe. */
const balanceOf = (one: AffectedItem | undefined): Cents | undefined =>
  one && 'balance' in one ? one.balance : undefined;

/** Thrown when a window takes too long; the next run tries a shorter one. */
class OutOfTime extends Error {}

/** The number of subjects that are always compared, so that every run makes progress. */
const MIN_SUBJECTS = 200;

function nameOf(subject: Subject): string {
  if ('conversationId' in subject) return subject.conversationId;
  if ('invoiceId' in subject) return subject.invoiceId;
  return 'stripeId' in subject ? subject.stripeId : `${subject.userId}:${subject.period}`;
}

/** All subjects of a window, each once. Throws OutOfTime if reading them takes too long. */
async function subjectsBetween(
  context: Sources,
  window: Window,
  isLate: () => boolean,
): Promise<readonly FoundSubject[]> {
  const found = new Map<string, FoundSubject>();
  const check = () => {
    if (found.size > MIN_SUBJECTS && isLate()) throw new OutOfTime();
  };
  for (const one of await touchedIn(context, window, isLate)) {
    const subject = await subjectOfTouched(context, one);
    if (subject) {
      const { touched = [] } = found.get(nameOf(subject)) ?? {};
      found.set(nameOf(subject), { subject, seen: [], touched: [...touched, one] });
    }
    check();
  }
  let place: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, next } = await entriesBetween(context.table, window, place);
    for (const entry of items) {
      const subject = subjectOfEntry(entry);
      if (!subject) continue;
      const before = found.get(nameOf(subject)) ?? { subject, seen: [], touched: [] };
      found.set(nameOf(subject), { ...before, seen: [...before.seen, entry] });
    }
    place = next;
    check();
  } while (place);
  return [...found.values()];
}

/** The items that Stripe's pages mention, each once. If several pages mention an item, the most certain statement counts. */
async function touchedIn(
  { statements }: Sources,
  window: Window,
  isLate: () => boolean,
): Promise<Iterable<AffectedItem>> {
  const events = new Map<string, AffectedItem>();
  for await (const one of pages((after) => statements.touched(window, after), isLate))
    events.set(keyOf(one), moreCertain(events.get(keyOf(one)), one));
  // Applied after the events, because a balance transaction shows the current state of its charge or transfer.
  const all = new Map(events);
  for await (const one of pages((after) => statements.moved(window, after), isLate)) {
    const said = all.get(keyOf(one));
    // For refunds and disputes the event has more information, or says that the balance must be read.
    if (said && !('balance' in one)) continue;
    all.set(keyOf(one), said && needsQuery(said) ? said : { ...said, ...one });
  }
  return all.values();
}

async function* pages(
  read: (after: string | undefined) => Promise<AffectedPage>,
  isLate: () => boolean,
): AsyncGenerator<AffectedItem> {
  let after: string | undefined;
  let seen = 0;
  do {
    const { touched, next } = await read(after);
    yield* touched;
    seen += touched.length;
    if (next && seen > MIN_SUBJECTS && isLate()) throw new OutOfTime();
    after = next;
  } while (after);
}

function keyOf(one: AffectedItem): string {
  if ('intentId' in one) return one.intentId;
  return 'transferId' in one ? one.transferId : one.invoiceId;
}

const needsQuery = (one: AffectedItem): boolean => 'intentId' in one && one.balance === undefined;

/**
 * The more certain of two events about one item: one without an amount, because then it is read; else the newer, which comes
 * first.
 */
function moreCertain(newer: AffectedItem | undefined, older: AffectedItem): AffectedItem {
  if (!newer) return older;
  if (!('intentId' in newer && 'intentId' in older)) return newer;
  const conversationId = newer.conversationId ?? older.conversationId;
  const said = needsQuery(older) ? older : newer;
  return { ...said, ...(conversationId !== undefined && { conversationId }) };
}

/** The subject of an item at Stripe; undefined for payments and transfers of other products on the same account. */
async function subjectOfTouched(
  { statements }: Sources,
  one: AffectedItem,
): Promise<Subject | undefined> {
  if ('period' in one) return { userId: one.userId, period: one.period };
  if ('transferId' in one)
    return unknownSubject(one.transferId, await statements.ownerOf({ accountId: one.accountId }));
  if (!('intentId' in one)) return one;
  const { intentId } = one;
  const { conversationId } =
    one.conversationId === undefined ? await statements.payment(intentId) : one;
  if (conversationId) return { conversationId };
  const invoice = await statements.invoice({ intentId });
  if (invoice) return { invoiceId: invoice.invoiceId };
  const { customerId } = await statements.payment(intentId);
  return customerId
    ? unknownSubject(intentId, await statements.ownerOf({ customerId }))
    : undefined;
}

const unknownSubject = (stripeId: string, userId: string | undefined): Subject | undefined =>
  userId === undefined ? undefined : { userId, stripeId };

function subjectOfEntry({ cause, conversationId }: BookedEntry): Subject | undefined {
  if (conversationId) return { conversationId };
  const [step, id, period] = cause.split(':');
  if (!id) return undefined;
  if (step === 'subscription' || step === 'takenBack') return { invoiceId: id };
  const isTransfer = /^payout(Paid|Returned|Reversed)$/.test(step ?? '');
  return isTransfer && period ? { userId: id, period } : undefined;
}
