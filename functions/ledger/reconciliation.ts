import type { Logger } from '@aws-lambda-powertools/logger';
import { RECONCILE_DIFFERENCES, RECONCILE_LAG } from '../../shared/metrics.ts';
import { type Cents, minus, negative, ZERO } from '../../shared/money.ts';
import {
  clearingDifference,
  conversationDifferences,
  type Difference,
} from '../../shared/rules/ledger/reconciliation.ts';
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
} from '../../shared/time.ts';
import type { Statements, Touched, TouchedPage } from '../gateways/statements.ts';
import { report } from '../metrics.ts';
import { takenBackOfPlan } from '../storage/billing/plan-payments.ts';
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
import type { TableReader, TableWriter } from '../storage/table.ts';

/*
 * Compares the ledger with the provider's books for whatever happened since the last run on either side: so its cost follows
 * what happens, and what only one of them knows of is found. What happened is read in pages, the provider's a hundred lines at
 * a time, and most of it agrees by what the pages say; only for the rest is the provider asked one by one. Whole windows of
 * time: after each it writes down how far it came, and whatever kills it is compared again by the next run.
 */

type Desk = {
  readonly table: TableWriter;
  readonly statements: Statements;
  readonly now: Instant;
  readonly log: Logger;
};

/** `underWay`: what the provider is about to tell our webhook, so that one of the two knows more for a while. */
type Comparing = Desk & { readonly underWay: () => Promise<ReadonlySet<string>> };

/** Enough time to bring the page in hand to its end. */
const RESERVE = 30_000;
const AT_ONCE = 10;
/** The first comparison goes back as far as the provider's log does. */
const FIRST_LOOK = 29 * DAY;
/** What is younger may be on its way still: it is compared, and once more by the next run. */
const ON_ITS_WAY = HOUR;
const SHORTEST = MINUTE;

/**
 * Compares everything since the last comparison until now; throws when something differs, after a line in the log for
 * each and a figure that has an alarm of its own. Says how far it is behind, whatever happens. Safe to run twice, at once, or
 * late; what the time did not suffice for, the next run does.
 */
export async function reconcile(desk: Desk, timeLeft: () => number): Promise<void> {
  const start = await progressOf(desk.table);
  let from = start ? fromIso(start.until) : later(desk.now, -FIRST_LOOK);
  let span = start?.span ?? DAY;
  let waiting: Promise<ReadonlySet<string>> | undefined;
  const underWay = () => {
    waiting ??= desk.statements.underWay(desk.now).then((all) => new Set(all.map(touchedName)));
    return waiting;
  };
  const isLate = () => timeLeft() < RESERVE;
  const save = () => {
    const until = Math.min(from, later(desk.now, -ON_ITS_WAY));
    return saveProgress(desk.table, { until: toIso(instant(until)), span });
  };
  const different = new Set<string>();
  let compared = 0;
  try {
    do {
      const to = endOf(from, span, desk.now);
      const found = await compareWindow({ ...desk, underWay }, { from, to }, different, isLate);
      if (found === 'OUT_OF_TIME') {
        span = Math.max(SHORTEST, Math.min(span, to - from) / 2);
        break;
      }
      compared += found;
      from = to;
      span = Math.min(DAY, 2 * span);
      // The last one is saved below.
      if (found > 0 && from < desk.now) await save();
    } while (from < desk.now && !isLate());
    await save();
  } finally {
    report({
      ...(different.size > 0 && { [RECONCILE_DIFFERENCES]: different.size }),
      [RECONCILE_LAG]: Math.max(0, Math.floor((desk.now - from) / MINUTE)),
    });
  }
  desk.log.info('reconciled', { compared, different: different.size, until: toIso(from) });
  if (different.size > 0)
    throw new Error(`${different.size} of what was compared differ from the provider`);
}

/** Compares all that happened in a window; answers how many things that was. */
async function compareWindow(
  desk: Comparing,
  window: Window,
  different: Set<string>,
  isLate: () => boolean,
): Promise<number | 'OUT_OF_TIME'> {
  try {
    const subjects = await subjectsBetween(desk, window, isLate);
    for (let first = 0; first < subjects.length; first += AT_ONCE) {
      if (first > ENOUGH && isLate()) return 'OUT_OF_TIME';
      const slice = subjects.slice(first, first + AT_ONCE);
      await Promise.all(slice.map((one) => compare(desk, one, different)));
    }
    return subjects.length;
  } catch (fault) {
    if (fault instanceof OutOfTime) return 'OUT_OF_TIME';
    throw fault;
  }
}

/** A window lies within one day, as the index of the ledger does. The last one holds the second that is now. */
function endOf(from: Instant, span: number, now: Instant): Instant {
  const midnight = later(fromIso(`${dayOf(from)}T00:00:00.000Z`), DAY);
  return instant(Math.min(from + Math.round(span), midnight, later(now, SECOND)));
}

const touchedName = (touched: Touched): string =>
  'intentId' in touched ? touched.intentId : nameOf(touched);

/** Says what differs in the log, by ids alone; once, whichever window it was found in. */
async function compare(desk: Comparing, found: Found, different: Set<string>): Promise<void> {
  const { subject } = found;
  const differences = await differencesOf(desk, found);
  if (differences.length === 0 || different.has(nameOf(subject))) return;
  different.add(nameOf(subject));
  for (const { account, by } of differences)
    desk.log.error('the ledger and the provider differ', { account, ...subject, cents: by });
}

async function differencesOf(desk: Comparing, found: Found): Promise<Difference[]> {
  const { table, statements } = desk;
  const { subject, seen, standing } = found;
  if ('conversationId' in subject) return differencesOfConversation(desk, { ...found, subject });
  if ('invoiceId' in subject) {
    const count = (await takenBackOfPlan(table, subject.invoiceId))?.count ?? 0;
    const entries = together(seen, await entriesOfInvoice(table, subject.invoiceId, count));
    const stands = (await statements.invoice(subject))?.standing ?? ZERO;
    return unlessUnderWay(desk, nameOf(subject), clearingDifference(entries, stands));
  }
  const { userId, period } = subject;
  const payout = await table.get<Payout>(payoutKey(userId, period));
  // The transfer or reversal was made at Stripe and is not booked yet.
  if (payout?.status === 'SENDING' || payout?.reversingFor) return [];
  const booked = await entriesOfPayout(table, userId, period, payout?.reversals ?? 0);
  const entries = together(seen, booked);
  if (standing !== undefined && !clearingDifference(entries, negative(standing))) return [];
  const sent = await statements.payout(userId, period);
  return unlessUnderWay(desk, nameOf(subject), clearingDifference(entries, negative(sent)));
}

async function unlessUnderWay(
  { underWay }: Comparing,
  name: string,
  ...found: (Difference | undefined)[]
): Promise<Difference[]> {
  const differences = found.flatMap((one) => one ?? []);
  return differences.length > 0 && (await underWay()).has(name) ? [] : differences;
}

async function differencesOfConversation(
  desk: Comparing,
  {
    subject,
    seen,
    standing,
    isTouched,
  }: Found & { readonly subject: { conversationId: string; intentId?: string } },
): Promise<Difference[]> {
  const { table, statements, now } = desk;
  const { conversationId, intentId: touched } = subject;
  const conversation = await conversationById(table, conversationId, now);
  // It is being paid at this moment.
  if (conversation?.status === 'PAYING') return [];
  const booked = conversation ? await entriesOfConversation(table, conversation) : [];
  const entries = together(seen, booked);
  const intentId = conversation?.money.intentId ?? touched;
  const own = conversation ? conversationDifferences(conversation, entries) : [];
  // What stands there is of this payment, and agrees; or nothing was booked here that could differ from it.
  const agrees =
    standing !== undefined && intentId === touched && !clearingDifference(entries, standing);
  if (agrees || (!isTouched && !seen.some(movesClearing)))
    return own.length > 0 && intentId ? unlessUnderWay(desk, intentId, ...own) : own;
  const stands = intentId ? await statements.payment(intentId) : undefined;
  // Decided, and performed by the next sweep: as good as given back.
  const owed = conversation?.money.owed === 'giveBack' && stands;
  const clearing = clearingDifference(
    entries,
    stands?.standing ?? ZERO,
    ...(owed ? [minus(stands.standing, stands.left)] : []),
  );
  const all = [...(clearing ? [clearing] : []), ...own];
  return intentId ? unlessUnderWay(desk, intentId, ...all) : all;
}

const movesClearing = ({ postings }: BookedEntry): boolean =>
  postings.some(({ account }) => account === 'card:clearing');

/** Entries from two places, each once. */
function together(...places: readonly (readonly BookedEntry[])[]): BookedEntry[] {
  return [...new Map(places.flat().map((entry) => [entry.cause, entry])).values()];
}

/* Everything that happened between two moments on either side, read in pages: the provider's and the ledger's. */

type Sources = { readonly table: TableReader; readonly statements: Statements };

type Window = { readonly from: Instant; readonly to: Instant };

/** What is compared at once, by its ids. */
type Subject =
  | { readonly conversationId: string; readonly intentId?: string }
  | { readonly invoiceId: string }
  | { readonly userId: string; readonly period: string };

/**
 * What is known of a subject: its entries of this time, and what its pages say stands at the provider. Without `standing`
 * the provider has to be asked, unless none of the entries speaks of money there.
 */
type Found = {
  readonly subject: Subject;
  readonly seen: readonly BookedEntry[];
  readonly standing?: Cents | undefined;
  /** Whether the provider's pages speak of it. */
  readonly isTouched: boolean;
};

/** The time of a run does not suffice for a window: a shorter one is tried next. */
class OutOfTime extends Error {}

/** Subjects of a window that are always brought to their end, so that every run comes further, however little time it has. */
const ENOUGH = 200;

const nameOf = (subject: Subject): string =>
  'conversationId' in subject
    ? subject.conversationId
    : 'invoiceId' in subject
      ? subject.invoiceId
      : `${subject.userId}:${subject.period}`;

/** All subjects of a window, each once. Throws OutOfTime when there are more than the time suffices for. */
async function subjectsBetween(
  context: Sources,
  window: Window,
  isLate: () => boolean,
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  const check = () => {
    if (found.size > ENOUGH && isLate()) throw new OutOfTime();
  };
  for (const one of await touchedIn(context, window, isLate)) {
    const subject = await subjectOfTouched(context, one);
    if (subject) {
      const standing = 'standing' in one ? one.standing : undefined;
      found.set(nameOf(subject), { subject, seen: [], standing, isTouched: true });
    }
    check();
  }
  let place: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, next } = await entriesBetween(context.table, window, place);
    for (const entry of items) {
      const subject = subjectOfEntry(entry);
      if (!subject) continue;
      const before = found.get(nameOf(subject)) ?? { subject, seen: [], isTouched: false };
      found.set(nameOf(subject), { ...before, seen: [...before.seen, entry] });
    }
    place = next;
    check();
  } while (place);
  return [...found.values()];
}

/** What the provider's pages speak of, each once. Where they say more than one thing of it, the surest counts. */
async function touchedIn(
  { statements }: Sources,
  window: Window,
  isLate: () => boolean,
): Promise<Iterable<Touched>> {
  const events = new Map<string, Touched>();
  for await (const one of pages((after) => statements.touched(window, after), isLate))
    events.set(keyOf(one), surer(events.get(keyOf(one)), one));
  // Newest last: a line of the balance shows its charge or its transfer as it is now.
  const all = new Map(events);
  for await (const one of pages((after) => statements.moved(window, after), isLate)) {
    const said = all.get(keyOf(one));
    // Of a refund or a dispute the event has said more, or that it has to be asked for.
    if (said && !('standing' in one)) continue;
    all.set(keyOf(one), said && mustAsk(said) ? said : { ...said, ...one });
  }
  return all.values();
}

async function* pages(
  read: (after: string | undefined) => Promise<TouchedPage>,
  isLate: () => boolean,
): AsyncGenerator<Touched> {
  let after: string | undefined;
  let seen = 0;
  do {
    const { touched, next } = await read(after);
    yield* touched;
    seen += touched.length;
    if (next && seen > ENOUGH && isLate()) throw new OutOfTime();
    after = next;
  } while (after);
}

const keyOf = (one: Touched): string => ('intentId' in one ? one.intentId : nameOf(one));

const mustAsk = (one: Touched): boolean => !('invoiceId' in one) && one.standing === undefined;

/** Of two events about one thing: one that says nothing of the amount, or else the newer, which came first. */
function surer(newer: Touched | undefined, older: Touched): Touched {
  if (!newer) return older;
  if (!('intentId' in newer && 'intentId' in older)) return mustAsk(older) ? older : newer;
  const conversationId = newer.conversationId ?? older.conversationId;
  const said = mustAsk(older) ? older : newer;
  return { ...said, ...(conversationId !== undefined && { conversationId }) };
}

/** Payments of other products on the same account are nobody's here. */
async function subjectOfTouched(
  { statements }: Sources,
  one: Touched,
): Promise<Subject | undefined> {
  if (!('intentId' in one)) return one;
  const { intentId } = one;
  const { conversationId } =
    one.conversationId === undefined ? await statements.payment(intentId) : one;
  if (conversationId) return { conversationId, intentId };
  const invoice = await statements.invoice({ intentId });
  return invoice && { invoiceId: invoice.invoiceId };
}

function subjectOfEntry({ cause, conversationId }: BookedEntry): Subject | undefined {
  if (conversationId) return { conversationId };
  const [step, id, period] = cause.split(':');
  if (!id) return undefined;
  if (step === 'subscription' || step === 'takenBack') return { invoiceId: id };
  const isTransfer = /^payout(Paid|Returned|Reversed)$/.test(step ?? '');
  return isTransfer && period ? { userId: id, period } : undefined;
}
