import type { viewDeskQueue, viewDeskQueues } from '../../shared/api/desk.ts';
import type { Output } from '../../shared/api/operation.ts';
import { PAGE_SIZE } from '../../shared/api/paging.ts';
import type { Cents } from '../../shared/money.ts';
import { invalidInput } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import { isInReview } from '../../shared/rules/conversations/manual-refunds.ts';
import { ticketWaitsSince } from '../../shared/rules/conversations/state-machine.ts';
import type { Case, CaseKind } from '../../shared/rules/desk/cases.ts';
import { QUEUE_OF_CASE, type Queue } from '../../shared/rules/desk/permissions.ts';
import type { Instant } from '../../shared/time.ts';
import { conversationIn } from '../storage/conversations/conversations.ts';
import { casesById } from '../storage/desk/cases.ts';
import {
  casesWaiting,
  type Place,
  reviewsWaiting,
  type Slice,
  ticketsWaiting,
} from '../storage/desk/queues.ts';
import { conversationKey } from '../storage/keys.ts';
import type { Item, TableReader } from '../storage/table.ts';
import { casesNotAbout } from './concerns.ts';
import { type DeskPerson, deskPeople } from './desk-context.ts';
import { heldSince, stuckPayouts } from './held-payouts.ts';

/* The queues of the desk, as its screens show them. docs/product/desk.md#queues */

type Summary = Output<typeof viewDeskQueues>['data'][number];
type Page = Output<typeof viewDeskQueue>;
type Row = Page['data'][number];
type Context = {
  readonly table: TableReader;
  readonly now: Instant;
  /** The member of staff, who sees nothing that concerns them. */
  readonly sessionUser: { readonly id: string };
};

/** How many items of a queue are counted. */
const COUNTED = 100;

/** The number of what waits in a queue, and since when the oldest does. */
export async function queueSummary(context: Context, queue: Queue): Promise<Summary> {
  const since = (await seenIn(context, queue)).map((one) => one.since);
  return {
    queue,
    count: Math.min(since.length, COUNTED),
    more: since.length > COUNTED,
    oldestAt: since.length > 0 ? (Math.min(...since) as Instant) : null,
  };
}

/** What the member of staff sees of the first of a queue. */
async function seenIn(
  context: Context,
  queue: Queue,
): Promise<readonly { readonly since: Instant }[]> {
  if (queue === 'PAYOUTS') return payoutRows(context);
  const places = await placesIn(context, queue, { limit: COUNTED + 1 });
  const { table, sessionUser } = context;
  const ids = places.map(({ id }) => id);
  if (isCaseQueue(queue)) {
    const cases = await casesById(table, ids);
    const seen = new Set((await casesNotAbout(table, sessionUser.id, cases)).map(({ id }) => id));
    const hidden = new Set(cases.map(({ id }) => id).filter((id) => !seen.has(id)));
    return places.filter(({ id }) => !hidden.has(id));
  }
  const own = (await conversationsOf(table, ids)).filter((c) => isSide(context, c));
  const hidden = new Set(own.map(({ id }) => id));
  return places.filter(({ id }) => !hidden.has(id));
}

const isSide = (
  { sessionUser: { id } }: Context,
  { sender, recipient }: Pick<Conversation, 'sender' | 'recipient'>,
): boolean => sender.id === id || recipient.id === id;

/** A page of a queue. What was decided since the index was written and what concerns the
 * member of staff is left out, so a page may be shorter. */
export async function queuePage(
  context: Context,
  queue: Queue,
  cursor: string | undefined,
): Promise<Page> {
  const after = cursor && Buffer.from(cursor, 'base64url').toString('utf8');
  if (queue === 'PAYOUTS') return payoutPage(context, after);
  const places = await placesIn(context, queue, { limit: PAGE_SIZE + 1, after });
  const shown = places.slice(0, PAGE_SIZE);
  const last = places.length > PAGE_SIZE ? shown.at(-1)?.place : undefined;
  const data = isCaseQueue(queue)
    ? await caseRows(context, shown)
    : await conversationRows(context, queue, shown);
  return { data, ...(last && { cursor: Buffer.from(last).toString('base64url') }) };
}

const CASE_KIND_OF = Object.fromEntries(
  Object.entries(QUEUE_OF_CASE).map(([kind, queue]) => [queue, kind]),
) as Readonly<Partial<Record<Queue, CaseKind>>>;
const isCaseQueue = (queue: Queue) => CASE_KIND_OF[queue] !== undefined;

async function placesIn(
  { table }: Context,
  queue: Exclude<Queue, 'PAYOUTS'>,
  slice: Slice,
): Promise<Place[]> {
  const kind = CASE_KIND_OF[queue];
  if (kind) return casesWaiting(table, kind, slice);
  return queue === 'REVIEWS' ? reviewsWaiting(table, slice) : ticketsWaiting(table, slice);
}

async function caseRows(
  { table, now, sessionUser }: Context,
  places: readonly Place[],
): Promise<Row[]> {
  const found = await casesById(
    table,
    places.map(({ id }) => id),
  );
  const cases = await casesNotAbout(table, sessionUser.id, found);
  const open = cases.filter(({ decision }) => !decision);
  const conversations = await conversationsOf(
    table,
    open.flatMap(({ subject }) => (subject.type === 'CONVERSATION' ? [subject.id] : [])),
  );
  const ids = open.flatMap(({ openedBy, userId }) => [openedBy, userId]);
  const person = await deskPeople(table, ids, now);
  const prices = new Map(conversations.map(({ id, price }) => [id, price]));
  return open.map((one) => caseRow(one, person, one.part?.amount ?? prices.get(one.subject.id)));
}

const caseRow = (
  { id, harm, openedAt, reason, subject, openedBy, userId }: Case,
  person: (id: string) => DeskPerson | null,
  amount: Cents | undefined,
): Row => ({
  ...{ type: 'CASE', id, harm, since: openedAt, reason, subjectType: subject.type },
  ...{ openedBy: person(openedBy), about: person(userId), amount: amount ?? null },
});

async function conversationRows(
  context: Context,
  queue: Queue,
  places: readonly Place[],
): Promise<Row[]> {
  const { table, now } = context;
  const since = new Map(places.map((place) => [place.id, place.since]));
  const found = (await conversationsOf(table, [...since.keys()])).filter(
    (c) => !isSide(context, c),
  );
  const waits = (c: Conversation) =>
    queue === 'REVIEWS' ? isInReview(c) : ticketWaitsSince(c) !== undefined;
  const waiting = found.filter(waits);
  const ids = waiting.flatMap(({ sender, recipient }) => [sender.id, recipient.id]);
  const person = await deskPeople(table, ids, now);
  return waiting.map((c) => ({
    ...{ type: 'CONVERSATION', id: c.id, harm: 1, since: since.get(c.id) ?? c.modifiedAt },
    ...{ reason: c.reasonCode ?? null, subjectType: null, amount: c.price },
    // In a review, the recipient has reported the sender.
    openedBy: person(queue === 'REVIEWS' ? c.recipient.id : c.sender.id),
    about: queue === 'REVIEWS' ? person(c.sender.id) : null,
  }));
}

/** DynamoDB returns at most 100 items for one BatchGetItem. */
const BATCH = 100;

async function conversationsOf(
  table: TableReader,
  ids: readonly string[],
): Promise<Conversation[]> {
  const keys = [...new Set(ids)].map(conversationKey);
  const items: (Item | undefined)[] = [];
  for (let first = 0; first < keys.length; first += BATCH)
    items.push(...(await table.getMany<Item>(keys.slice(first, first + BATCH), 'eventual')));
  return items.flatMap((item) => (item ? [conversationIn(item)] : []));
}

/** Held payouts and failing ones together, the oldest first. */
async function payoutRows({ table, now, sessionUser }: Context): Promise<Omit<Row, 'about'>[]> {
  const { held, failing } = await stuckPayouts(table, now);
  const common = { type: 'PERSON', harm: 1, subjectType: null, openedBy: null } as const;
  return [
    ...held.map((one) => ({
      ...{ ...common, id: one.userId, since: heldSince(one), amount: one.owed.balance },
      reason: `HELD ${(one.owed.heldFor ?? []).join(' ')}`.trim(),
    })),
    ...failing.map(({ userId, createdAt, amount }) => ({
      ...{ ...common, id: userId, since: createdAt, amount, reason: 'FAILING' },
    })),
  ]
    .filter(({ id }) => id !== sessionUser.id)
    .sort((one, other) => one.since - other.since);
}

async function payoutPage(context: Context, after: string | undefined): Promise<Page> {
  const first = Number(after ?? 0);
  if (!Number.isSafeInteger(first) || first < 0)
    throw invalidInput({ cursor: 'This cursor isn’t valid' });
  const rows = await payoutRows(context);
  const shown = rows.slice(first, first + PAGE_SIZE);
  const ids = shown.map(({ id }) => id);
  const person = await deskPeople(context.table, ids, context.now);
  const next = first + PAGE_SIZE < rows.length ? String(first + PAGE_SIZE) : undefined;
  return {
    data: shown.map((row) => ({ ...row, about: person(row.id) })),
    ...(next && { cursor: Buffer.from(next).toString('base64url') }),
  };
}
