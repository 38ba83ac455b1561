import type { Instant } from '../../../shared/time.ts';
import { type Key, seatIndex, seatKey } from '../keys.ts';
import { positionAfter } from '../list-position.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * That somebody is in a chat, and its place in their list. A seat says nothing else: what the list shows is read from
 * the rooms, so a seat that moves up a moment late shows nothing wrong.
 */

export type Seat = {
  readonly userId: string;
  readonly chatId: string;
  /** Where two people chat, the other one. */
  readonly otherId: string | undefined;
  /** The last activity of the chat. */
  readonly at: Instant;
};

export function takeSeat(seat: Seat): Step<never> {
  const { userId, chatId, at } = seat;
  return put({ ...seatKey(userId, chatId), activeAt: at, ...seatIndex(userId, seat) });
}

export function leaveSeat(userId: string, chatId: string): Step<never> {
  return remove(seatKey(userId, chatId));
}

/** Moves a chat up in somebody's list. STAYS where it stands as high already, or they have left. */
export function moveSeat(table: Pick<TableWriter, 'write'>, seat: Seat): Promise<'done' | 'STAYS'> {
  const { userId, chatId, at } = seat;
  const { gsi5sk } = seatIndex(userId, seat);
  return table.write(
    update(
      seatKey(userId, chatId),
      'SET #activeAt = :at, #gsi5sk = :gsi5sk',
      { at, gsi5sk },
      { when: '#activeAt < :at', otherwise: 'STAYS' },
    ),
  );
}

/** Where a page ended: the index's own sort key, which names a moment, a chat and, of two people, the other one. */
const ID = '([0-9A-HJKMNP-TV-Z]{26})';
const PLACE = new RegExp(String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#${ID}(?:#${ID})?$`);

type Place = Key & { readonly gsi5sk: string };

/**
 * A page of somebody's chats, the last active first, and how many they have in all. A cursor names a place in the
 * caller's own list. The total is counted, not kept: where there are more than a page, the narrow index is read once,
 * some 6,000 places a call. Answers undefined for a cursor that is none.
 */
export async function seatsOf(
  table: TableReader,
  userId: string,
  list: { readonly skip: number; readonly cursor?: string | undefined; readonly limit: number },
): Promise<
  { seats: Pick<Seat, 'chatId' | 'otherId'>[]; total: number; cursor?: string } | undefined
> {
  const { gsi5pk } = seatIndex(userId, { chatId: '', otherId: undefined, at: 0 as Instant });
  const places = { index: 'gsi5', partition: gsi5pk, newestFirst: true } as const;
  const from = list.cursor
    ? placeIn(userId, gsi5pk, list.cursor)
    : await positionAfter(table, places, list.skip);
  if (list.cursor && !from) return undefined;
  if (from === 'END') return { seats: [], total: await countOf(table, places) };
  // One more than a page, to know whether there is another.
  const { items } = await table.query<Place>({ ...places, from, limit: list.limit + 1 });
  const shown = items.slice(0, list.limit);
  const hasMore = items.length > list.limit;
  const isWhole = !hasMore && !list.cursor;
  const ended = hasMore ? shown.at(-1)?.gsi5sk : undefined;
  return {
    seats: shown.map(({ gsi5sk }) => {
      const [, chatId = '', otherId] = PLACE.exec(gsi5sk) ?? [];
      return { chatId, otherId };
    }),
    total: isWhole ? list.skip + shown.length : await countOf(table, places),
    ...(ended && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

function placeIn(userId: string, gsi5pk: string, cursor: string) {
  const gsi5sk = Buffer.from(cursor, 'base64url').toString('utf8');
  const chatId = PLACE.exec(gsi5sk)?.[1];
  return chatId ? { ...seatKey(userId, chatId), gsi5pk, gsi5sk } : undefined;
}

async function countOf(
  table: TableReader,
  places: { readonly index: 'gsi5'; readonly partition: string },
): Promise<number> {
  let total = 0;
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const page = await table.query({ ...places, from, count: true });
    total += page.count;
    from = page.next;
  } while (from);
  return total;
}
