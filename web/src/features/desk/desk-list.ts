import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { viewDeskQueue } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import type { Tile } from '#shared/rules/desk/permissions.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { tabStorage } from '../../api/storage.ts';
import { paths } from '../../paths.ts';
import { queueQuery, queuesQueries, tileOfAddress } from './desk-queries.ts';

/* The list of the desk, as one goes through it: its tile, its order, and what comes next. docs/product/desk.md#the-list */

export type QueueItem = Output<typeof viewDeskQueue>['data'][number];
/** What of an item says where it is. */
export type ItemRef = Pick<QueueItem, 'type' | 'id'>;

const ADDRESSES = {
  CASE: paths.deskCase,
  CONVERSATION: paths.deskConversation,
  PERSON: paths.deskPerson,
} as const;

/** The address of an item. */
export const itemPath = ({ type, id }: ItemRef): string => ADDRESSES[type](id);

const CHOSEN = 'deskTile';

/** Remembers the tile that the list shows, so that a case leads back to it and on within it. */
export const rememberTile = (tile: Tile | undefined): void =>
  tabStorage.setItem(CHOSEN, tile?.toLowerCase() ?? '');
export const rememberedTile = (): Tile | undefined =>
  tileOfAddress(tabStorage.getItem(CHOSEN) ?? '');

/** The address of the list as it was last shown. */
export const listPath = (): string => paths.desk(rememberedTile()?.toLowerCase());

/** How often the list is loaded again while it is open, in milliseconds: so soon one sees what colleagues have open. */
const SEEN_EVERY = 10_000;

/** The list of a tile, which stays as it is at the server. */
export function useDeskList(tile: Tile | undefined) {
  const list = useInfiniteQuery({ ...queueQuery(tile), refetchInterval: SEEN_EVERY });
  return { ...list, data: list.data?.pages.flatMap((page) => page.data) };
}

/** How many items wait in the tile, or in all. The count of one tile ends at a hundred. */
export function useOpenCount(tile: Tile | undefined): number | undefined {
  const { data } = useQuery(queuesQueries().queues);
  return data?.data
    .filter((one) => tile === undefined || one.tile === tile)
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Whether a member of staff is led to an item: nobody else has it open or was given it, they did not leave it for later, and it is no
 * proposal of theirs, which somebody else decides.
 */
const isFree = ({ openBy, handedTo, skipped, proposedBy }: QueueItem, staffId: string): boolean =>
  openBy === null &&
  !skipped &&
  (handedTo === null || handedTo.id === staffId) &&
  proposedBy?.id !== staffId;

/**
 * The item that comes next: the first one after `current` that is free, and then from the top. Of what was left for later, the first.
 */
export function nextItem(
  items: readonly QueueItem[],
  staffId: string,
  current?: ItemRef,
): QueueItem | undefined {
  const at = current ? items.findIndex((one) => isSame(one, current)) : -1;
  const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].filter(
    (one) => !current || !isSame(one, current),
  );
  return (
    others.find((one) => isFree(one, staffId)) ??
    others.find(({ openBy, skipped }) => skipped && openBy === null)
  );
}

export const isSame = (one: ItemRef, other: ItemRef): boolean =>
  one.type === other.type && one.id === other.id;

/** What comes next in the list that was last shown, after an item. */
export function useNextItem(current?: ItemRef): QueueItem | undefined {
  const { id } = useCurrentUser();
  const { data = [] } = useDeskList(rememberedTile());
  return nextItem(data, id, current);
}
