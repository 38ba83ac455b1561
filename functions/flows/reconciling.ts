import type { Logger } from '@aws-lambda-powertools/logger';
import { RECONCILE_DIFFERENCES } from '../../shared/metrics.ts';
import { minus, negative, ZERO } from '../../shared/money.ts';
import {
  clearingDifference,
  conversationDifferences,
  type Difference,
} from '../../shared/rules/reconciling.ts';
import { DAY, dayOf, fromIso, type Instant, later } from '../../shared/time.ts';
import type { Statements, Touched } from '../gateways/statements.ts';
import { report } from '../metrics.ts';
import { conversationById } from '../storage/conversations.ts';
import { payoutKey } from '../storage/keys.ts';
import type { BookedEntry } from '../storage/ledger.ts';
import { takenBackOfPlan } from '../storage/plan-payments.ts';
import {
  entriesOfConversation,
  entriesOfDay,
  entriesOfInvoice,
  entriesOfPayout,
  type Progress,
  progressOf,
  saveProgress,
} from '../storage/reconciled.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Compares the ledger with the provider's books for whatever happened on a day on either side: so its cost follows the
 * day's activity, and what only one of them knows of is found. Page by page; after each it writes down how far it came.
 */

type Desk = {
  readonly table: TableWriter;
  readonly statements: Statements;
  readonly now: Instant;
  readonly log: Logger;
};

/** `underWay`: what the provider is about to tell our webhook, so that one of the two knows more for a while. */
type Comparing = Desk & { readonly underWay: ReadonlySet<string> };

/** What is compared at once, by its ids. */
type Subject =
  | { readonly conversationId: string; readonly intentId?: string }
  | Exclude<Touched, { readonly intentId: string }>;

/** Enough time to bring the page in hand to its end. */
const RESERVE = 30_000;
const AT_ONCE = 5;
/** The first comparison goes back as far as the provider's log does. */
const FIRST_LOOK = 29 * DAY;

/**
 * Compares everything from the day of the last comparison until now; throws when something differs, after a line in the
 * log for each and a figure that has an alarm of its own. Safe to run twice, at once, or late; what the time did not suffice for, the next run does.
 */
export async function reconcile(desk: Desk, timeLeft: () => number): Promise<void> {
  const today = dayOf(desk.now);
  const before = await progressOf(desk.table);
  let at: Progress = before ?? { day: dayOf(later(desk.now, -FIRST_LOOK)), side: 'ledger' };
  const underWay = new Set((await desk.statements.underWay(desk.now)).map(touchedName));
  // What the ledger's side of the day spoke of needs no second look from the provider's side.
  const compared = new Set<string>();
  const different = new Set<string>();
  for (;;) {
    const page = await pageOf(desk, at);
    const { next } = page;
    const subjects = page.subjects.filter(
      ({ subject }) => at.side === 'ledger' || !compared.has(nameOf(subject)),
    );
    for (let first = 0; first < subjects.length; first += AT_ONCE) {
      const slice = subjects.slice(first, first + AT_ONCE);
      await Promise.all(slice.map((one) => compare({ ...desk, underWay }, one, different)));
      for (const { subject } of slice) compared.add(nameOf(subject));
    }
    const isDone = at.day === today && at.side === 'provider' && next === undefined;
    at = isDone ? { day: today, side: 'ledger' } : following(at, next);
    if (isDone || timeLeft() < RESERVE) break;
  }
  // Where nothing has happened yet, the first comparison is still to come.
  if (before || compared.size > 0 || at.day !== today) await saveProgress(desk.table, at);
  desk.log.info('reconciled', {
    compared: compared.size,
    different: different.size,
    until: at.day,
  });
  if (different.size === 0) return;
  report({ [RECONCILE_DIFFERENCES]: different.size });
  throw new Error(`${different.size} of what was compared differ from the provider`);
}

function following({ day, side }: Progress, next: Progress['from']): Progress {
  if (next !== undefined) return { day, side, from: next };
  if (side === 'ledger') return { day, side: 'provider' };
  return { day: dayOf(later(startOf(day), DAY)), side: 'ledger' };
}

const startOf = (day: string): Instant => fromIso(`${day}T00:00:00.000Z`);

type Found = { readonly subject: Subject; readonly seen: readonly BookedEntry[] };

/** What a page speaks of, each once, with the entries that are in it. */
async function pageOf(desk: Desk, { day, side, from }: Progress) {
  const found = new Map<string, Found>();
  const add = (subject: Subject, entry?: BookedEntry) => {
    const name = nameOf(subject);
    const seen = found.get(name)?.seen ?? [];
    found.set(name, { subject, seen: entry ? [...seen, entry] : seen });
  };
  if (side === 'ledger') {
    const place = typeof from === 'object' ? from : undefined;
    const { items, next } = await entriesOfDay(desk.table, day, place);
    for (const entry of items) {
      const subject = subjectOf(entry);
      if (subject) add(subject, entry);
    }
    return { subjects: [...found.values()], next };
  }
  const between = { from: startOf(day), to: later(startOf(day), DAY) };
  const place = typeof from === 'string' ? from : undefined;
  const { touched, next } = await desk.statements.touched(between, place);
  const intents = new Set<string>();
  for (const one of touched) {
    if (!('intentId' in one)) add(one);
    else if (!intents.has(one.intentId)) {
      intents.add(one.intentId);
      const subject = await ownerOf(desk, one.intentId);
      if (subject) add(subject);
    }
  }
  return { subjects: [...found.values()], next };
}

/** Payments of other products on the same account are nobody's here. */
async function ownerOf({ statements }: Desk, intentId: string): Promise<Subject | undefined> {
  const { conversationId } = await statements.payment(intentId);
  if (conversationId) return { conversationId, intentId };
  const invoice = await statements.invoice({ intentId });
  return invoice && { invoiceId: invoice.invoiceId };
}

function subjectOf({ cause, conversationId }: BookedEntry): Subject | undefined {
  if (conversationId) return { conversationId };
  const [step, id, period] = cause.split(':');
  if (!id) return undefined;
  if (step === 'subscription' || step === 'takenBack') return { invoiceId: id };
  const isTransfer = step === 'payoutPaid' || step === 'payoutReturned';
  return isTransfer && period ? { userId: id, period } : undefined;
}

const nameOf = (subject: Subject): string =>
  'conversationId' in subject
    ? subject.conversationId
    : 'invoiceId' in subject
      ? subject.invoiceId
      : `${subject.userId}:${subject.period}`;

const touchedName = (touched: Touched): string =>
  'intentId' in touched ? touched.intentId : nameOf(touched);

/** Says what differs in the log, by ids alone; once, whichever side it was found from. */
async function compare(
  desk: Comparing,
  { subject, seen }: Found,
  different: Set<string>,
): Promise<void> {
  const differences = await differencesOf(desk, subject, seen);
  if (differences.length === 0 || different.has(nameOf(subject))) return;
  different.add(nameOf(subject));
  for (const { account, by } of differences)
    desk.log.error('the ledger and the provider differ', { account, ...subject, cents: by });
}

async function differencesOf(
  desk: Comparing,
  subject: Subject,
  seen: readonly BookedEntry[],
): Promise<Difference[]> {
  const { table, statements, underWay } = desk;
  if (underWay.has(nameOf(subject))) return [];
  if ('conversationId' in subject) return differencesOfConversation(desk, subject, seen);
  if ('invoiceId' in subject) {
    const count = (await takenBackOfPlan(table, subject.invoiceId))?.count ?? 0;
    const entries = together(seen, await entriesOfInvoice(table, subject.invoiceId, count));
    const { standing = ZERO } = (await statements.invoice(subject)) ?? {};
    return [clearingDifference(entries, standing)].flatMap((one) => one ?? []);
  }
  const { userId, period } = subject;
  const payout = await table.get<{ status: string }>(payoutKey(userId, period));
  // The transfer is made, and not written down yet.
  if (payout?.status === 'SENDING') return [];
  const entries = together(seen, await entriesOfPayout(table, userId, period));
  const sent = await statements.payout(userId, period);
  return [clearingDifference(entries, negative(sent))].flatMap((one) => one ?? []);
}

async function differencesOfConversation(
  { table, statements, now, underWay }: Comparing,
  { conversationId, intentId: touched }: { conversationId: string; intentId?: string },
  seen: readonly BookedEntry[],
): Promise<Difference[]> {
  const conversation = await conversationById(table, conversationId, now);
  // It is being paid at this moment.
  if (conversation?.status === 'PAYING') return [];
  const booked = conversation ? await entriesOfConversation(table, conversation) : [];
  const entries = together(seen, booked);
  const intentId = conversation?.money.intentId ?? touched;
  if (intentId && underWay.has(intentId)) return [];
  const stands = intentId ? await statements.payment(intentId) : undefined;
  const standing = stands?.standing ?? ZERO;
  // Decided, and performed by the next sweep: as good as given back.
  const owed = conversation?.money.owed === 'giveBack' && stands;
  const clearing = clearingDifference(
    entries,
    standing,
    ...(owed ? [minus(standing, stands.left)] : []),
  );
  return [
    ...(clearing ? [clearing] : []),
    ...(conversation ? conversationDifferences(conversation, entries) : []),
  ];
}

/** Entries from two places, each once. */
function together(...places: readonly (readonly BookedEntry[])[]): BookedEntry[] {
  return [...new Map(places.flat().map((entry) => [entry.cause, entry])).values()];
}
