import type { Cents } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { Statements, Touched, TouchedPage } from '../gateways/statements.ts';
import type { BookedEntry } from '../storage/ledger.ts';
import { entriesBetween } from '../storage/reconciled.ts';
import type { TableReader } from '../storage/table.ts';

/* Everything that happened between two moments on either side, read in pages: the provider's and the ledger's. */

export type Window = { readonly from: Instant; readonly to: Instant };

/** What is compared at once, by its ids. */
export type Subject =
  | { readonly conversationId: string; readonly intentId?: string }
  | { readonly invoiceId: string }
  | { readonly userId: string; readonly period: string };

/**
 * What is known of a subject: its entries of this time, and what its pages say stands at the provider. Without `standing`
 * the provider has to be asked, unless none of the entries speaks of money there.
 */
export type Found = {
  readonly subject: Subject;
  readonly seen: readonly BookedEntry[];
  readonly standing?: Cents | undefined;
  /** Whether the provider's pages speak of it. */
  readonly isTouched: boolean;
};

type Desk = { readonly table: TableReader; readonly statements: Statements };

/** The time of a run does not suffice for a window: a shorter one is tried next. */
export class OutOfTime extends Error {}

/** Subjects of a window that are always brought to their end, so that every run comes further, however little time it has. */
export const ENOUGH = 200;

export const nameOf = (subject: Subject): string =>
  'conversationId' in subject
    ? subject.conversationId
    : 'invoiceId' in subject
      ? subject.invoiceId
      : `${subject.userId}:${subject.period}`;

/** All subjects of a window, each once. Throws OutOfTime when there are more than the time suffices for. */
export async function subjectsBetween(
  desk: Desk,
  window: Window,
  isLate: () => boolean,
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  const check = () => {
    if (found.size > ENOUGH && isLate()) throw new OutOfTime();
  };
  for (const one of await touchedIn(desk, window, isLate)) {
    const subject = await subjectOfTouched(desk, one);
    if (subject) {
      const standing = 'standing' in one ? one.standing : undefined;
      found.set(nameOf(subject), { subject, seen: [], standing, isTouched: true });
    }
    check();
  }
  let place: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, next } = await entriesBetween(desk.table, window, place);
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
  { statements }: Desk,
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
async function subjectOfTouched({ statements }: Desk, one: Touched): Promise<Subject | undefined> {
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
