import type { viewDeskQueue, viewDeskQueues } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import { plus, ZERO } from '#shared/money.ts';
import { invalidInput } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isInReview } from '#shared/rules/conversations/money-state.ts';
import { ticketWaitsSince } from '#shared/rules/conversations/state-machine.ts';
import type { Case, CaseKind } from '#shared/rules/desk/cases.ts';
import {
  QUEUE_OF_CASE,
  QUEUES_OF_TILE,
  type Queue,
  queuesOf,
  type Tile,
  tileOf,
  tilesOf,
} from '#shared/rules/desk/permissions.ts';
import type { Instant } from '#shared/time.ts';
import { conversationIn } from '../storage/conversations/conversations.ts';
import { casesById } from '../storage/desk/cases.ts';
import {
  casesWaiting,
  type Place,
  reviewsWaiting,
  type Slice,
  ticketsWaiting,
} from '../storage/desk/queues.ts';
import { deskPlace } from '../storage/index-keys.ts';
import { conversationKey } from '../storage/keys.ts';
import type { Item, TableReader } from '../storage/table.ts';
import { casesNotAbout } from './concerns.ts';
import { heldSince, stuckPayouts } from './held-payouts.ts';
import { amountOf, rowsOf } from './queue-rows.ts';
import { isFirstOf, othersAmong, reportedThing } from './sibling-reports.ts';
import type { QueueContext, StuckPayout, Waiting } from './waiting.ts';

/*
 * The list of the desk: everything that waits for the caller, the most harmful first, then the oldest. It is made of queues that have
 * the same order. The tiles filter it. docs/product/desk.md#the-list
 */

type Summary = Output<typeof viewDeskQueues>['data'][number];
type Page = Output<typeof viewDeskQueue>;

/** How many items of a queue are counted. */
const COUNTED = 100;

/** The tiles that the caller sees, with what the first of each queue add up to. */
export async function summaries(context: QueueContext): Promise<Summary[]> {
  const permissions = context.sessionUser.permissionIds ?? [];
  const slice = { limit: COUNTED + 1 };
  const waiting = (
    await Promise.all(queuesOf(permissions).map((queue) => waitingIn(context, queue, slice)))
  ).flat();
  const counted = firstReports(waiting);
  return tilesOf(permissions).map((tile) => summaryOf(tile, counted));
}

/** What waits, with several reports of the same thing as one: the first. */
function firstReports(waiting: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  return waiting.toSorted(inOrder).filter((item) => {
    if (!isReport(item)) return true;
    const thing = reportedThing(item.one);
    const isFirst = !seen.has(thing);
    seen.add(thing);
    return isFirst;
  });
}

/** The tiles that hold money: in the others, nothing waits for a decision about an amount. */
const MONEY_TILES: readonly Tile[] = ['CLAIMS', 'REVIEWS', 'SECOND_PERSON', 'PAYOUTS'];

function summaryOf(tile: Tile, waiting: readonly Waiting[]): Summary {
  const held = waiting.filter(({ queue, harm }) => tileOf(queue, harm) === tile);
  const counted = held.slice(0, COUNTED);
  const since = held.map((one) => one.since);
  return {
    tile,
    count: counted.length,
    more: held.length > COUNTED,
    oldestAt: since.length > 0 ? (Math.min(...since) as Instant) : null,
    amount: MONEY_TILES.includes(tile)
      ? counted.reduce((sum, one) => plus(sum, amountOf(one) ?? ZERO), ZERO)
      : null,
  };
}

/**
 * A page of everything that the caller sees, or of a tile. What was decided since the index was written and what concerns the caller
 * is left out, so a page may be shorter.
 */
export async function queuePage(
  context: QueueContext,
  tile: Tile | undefined,
  cursor: string | undefined,
): Promise<Page> {
  const after = cursor === undefined ? undefined : placeIn(cursor);
  const seen = queuesOf(context.sessionUser.permissionIds ?? []);
  const queues = tile ? seen.filter((queue) => isQueueOf(tile, queue)) : seen;
  const slice = { limit: PAGE_SIZE + 1, after: afterDanger(tile, after) };
  const read = await Promise.all(queues.map((queue) => placesIn(context, queue, slice)));
  const places = read
    .flat()
    .filter(({ queue, harm }) => tile === undefined || tileOf(queue, harm) === tile)
    .sort(inOrder);
  const shown = places.slice(0, PAGE_SIZE);
  const last = places.length > PAGE_SIZE ? shown.at(-1)?.place : undefined;
  const byQueue = await Promise.all(queues.map((queue) => found(context, queue, shown)));
  const data = await rowsOf(context, await asOneCase(context, byQueue.flat().sort(inOrder)));
  return { data, ...(last && { cursor: Buffer.from(last).toString('base64url') }) };
}

/**
 * Several reports of the same thing as one row, that of the first, which counts the others. However many rows there are, it reads one
 * page of the index and the cases in it: those of the first open reports, as the tiles count them.
 */
async function asOneCase(
  { table, sessionUser }: QueueContext,
  waiting: readonly Waiting[],
): Promise<Waiting[]> {
  const reports = waiting.flatMap((item) => (isReport(item) ? [item.one] : []));
  if (reports.length === 0) return [...waiting];
  const places = await casesWaiting(table, 'REPORT', { limit: COUNTED });
  const unread = places.map(({ id }) => id).filter((id) => reports.every((one) => one.id !== id));
  const open = [...reports, ...(await casesById(table, unread))];
  const othersOf = new Map(reports.map((one) => [one.id, othersAmong(open, one)]));
  const others = [...new Set([...othersOf.values()].flat())];
  const seen = new Set(await casesNotAbout(table, sessionUser.id, others));
  return waiting.flatMap((item): Waiting[] => {
    if (!isReport(item)) return [item];
    const counted = (othersOf.get(item.id) ?? []).filter((other) => seen.has(other));
    return isFirstOf(item.one, counted) ? [{ ...item, others: counted.length }] : [];
  });
}

const isReport = (item: Waiting): item is Waiting & { readonly type: 'CASE' } =>
  item.type === 'CASE' && item.one.kind === 'REPORT';

const isQueueOf = (tile: Tile, queue: Queue) =>
  QUEUES_OF_TILE[tile].some((one: Queue) => one === queue);

const inOrder = ({ place: one }: Place, { place: other }: Place): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** The first place after which a tile begins: what is most harmful is in the tile DANGER, at the beginning of each queue. */
const NOT_DANGER = '7';
function afterDanger(tile: Tile | undefined, after: string | undefined): string | undefined {
  const begins = tile === undefined || tile === 'DANGER' ? '' : NOT_DANGER;
  return after !== undefined && after > begins ? after : begins || undefined;
}

const PLACE = /^[678]#\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[0-9A-HJKMNP-TV-Z]{26}$/;

function placeIn(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!PLACE.test(place)) throw invalidInput({ cursor: 'This cursor isn’t valid' });
  return place;
}

type QueuePlace = Place & { readonly queue: Queue; readonly payout?: StuckPayout };
type PayoutPlace = QueuePlace & { readonly payout: StuckPayout };

const CASE_KIND_OF = Object.fromEntries(
  Object.entries(QUEUE_OF_CASE).map(([kind, queue]) => [queue, kind]),
) as Readonly<Partial<Record<Queue, CaseKind>>>;

/** The places of a queue, without reading what is there; payouts have no list, so they are read. */
async function placesIn(context: QueueContext, queue: Queue, slice: Slice): Promise<QueuePlace[]> {
  const { table } = context;
  if (queue === 'PAYOUTS') return payoutPlaces(context, slice);
  const kind = CASE_KIND_OF[queue];
  const places = kind
    ? await casesWaiting(table, kind, slice)
    : await (queue === 'REVIEWS' ? reviewsWaiting(table, slice) : ticketsWaiting(table, slice));
  return places.map((place) => ({ ...place, queue }));
}

/** What waits at the first places of a queue, as the caller sees it. */
const waitingIn = async (context: QueueContext, queue: Queue, slice: Slice): Promise<Waiting[]> =>
  found(context, queue, await placesIn(context, queue, slice));

/** What still waits at these places of a queue, and does not concern the caller. */
async function found(
  context: QueueContext,
  queue: Queue,
  all: readonly QueuePlace[],
): Promise<Waiting[]> {
  const places = all.filter((place) => place.queue === queue);
  if (places.length === 0) return [];
  if (queue === 'PAYOUTS')
    return places.flatMap(({ payout, ...place }) =>
      payout ? [{ ...place, type: 'PERSON' as const, payout }] : [],
    );
  return CASE_KIND_OF[queue] ? foundCases(context, places) : foundConversations(context, places);
}

async function foundCases(
  { table, sessionUser }: QueueContext,
  places: readonly QueuePlace[],
): Promise<Waiting[]> {
  const cases = await casesById(
    table,
    places.map(({ id }) => id),
  );
  const seen = await casesNotAbout(table, sessionUser.id, cases);
  const open = new Map(seen.flatMap((one) => (one.decision ? [] : [[one.id, one] as const])));
  const conversations = await conversationsOf(
    table,
    [...open.values()].flatMap((one) => pricedConversationOf(one) ?? []),
  );
  const byId = new Map(conversations.map((one) => [one.id, one]));
  return places.flatMap((place) => {
    const one = open.get(place.id);
    const conversation = one && byId.get(pricedConversationOf(one) ?? '');
    return one
      ? [{ ...place, type: 'CASE' as const, one, ...(conversation && { conversation }) }]
      : [];
  });
}

/** The conversation whose price a case is about: a reported message is not about its price. */
function pricedConversationOf({ subject, part }: Case): string | undefined {
  if (part) return subject.within;
  return subject.type === 'CONVERSATION' ? subject.id : undefined;
}

async function foundConversations(
  { table, sessionUser }: QueueContext,
  places: readonly QueuePlace[],
): Promise<Waiting[]> {
  const conversations = await conversationsOf(
    table,
    places.map(({ id }) => id),
  );
  const byId = new Map(conversations.map((one) => [one.id, one]));
  return places.flatMap((place) => {
    const conversation = byId.get(place.id);
    if (!conversation || isSide(sessionUser.id, conversation)) return [];
    const waits =
      place.queue === 'REVIEWS'
        ? isInReview(conversation)
        : ticketWaitsSince(conversation) !== undefined;
    return waits ? [{ ...place, type: 'CONVERSATION' as const, conversation }] : [];
  });
}

export const isSide = (
  id: string,
  { sender, recipient }: Pick<Conversation, 'sender' | 'recipient'>,
): boolean => sender.id === id || recipient.id === id;

export async function conversationsOf(
  table: TableReader,
  ids: readonly string[],
): Promise<Conversation[]> {
  const keys = [...new Set(ids)].map(conversationKey);
  const items = await table.getMany<Item>(keys, 'eventual');
  return items.flatMap((item) => (item ? [conversationIn(item)] : []));
}

/** Held payouts and failing ones together, the oldest first. Somebody with both has one place, with the sum of both. */
async function payoutPlaces(
  { table, now, sessionUser }: QueueContext,
  { limit, after }: Slice,
): Promise<QueuePlace[]> {
  const { held, failing } = await stuckPayouts(table, now);
  const placed = (id: string, since: Instant, payout: StuckPayout): PayoutPlace => ({
    id,
    since,
    payout,
    queue: 'PAYOUTS',
    harm: 1,
    place: deskPlace(1, since, id),
  });
  const all = [
    ...held.map((one) =>
      placed(one.userId, heldSince(one), {
        amount: one.owed.balance,
        reason: `HELD ${(one.owed.heldFor ?? []).join(' ')}`.trim(),
        until: one.until,
      }),
    ),
    ...failing.map(({ userId, createdAt, amount }) =>
      placed(userId, createdAt, { amount, reason: 'FAILING' }),
    ),
  ].sort(inOrder);
  return onePerPerson(all)
    .filter(({ id, place }) => id !== sessionUser.id && (after === undefined || place > after))
    .slice(0, limit);
}

/** The first place of each person, with the sum of all that are theirs: a row of the list is found by its person. */
function onePerPerson(places: readonly PayoutPlace[]): PayoutPlace[] {
  const byPerson = new Map<string, PayoutPlace>();
  for (const place of places) {
    const first = byPerson.get(place.id);
    const amount = plus(first?.payout.amount ?? ZERO, place.payout.amount);
    const { payout, ...where } = first ?? place;
    byPerson.set(place.id, { ...where, payout: { ...payout, amount } });
  }
  return [...byPerson.values()];
}
