import { contactIn, contactKey, type Key } from '../keys.ts';
import { itemsUpTo, positionAfter } from '../list-position.ts';
import type { TableReader } from '../table.ts';

/** A list of a user's relations: a partition of an index, in its order. */
export type ContactOrder = {
  readonly index: 'gsi1' | 'gsi2' | 'gsi5';
  readonly partition: string;
  readonly newestFirst: boolean;
  /** The shape of its sort keys, with the id of the other person as `otherId`. */
  readonly sortKey: RegExp;
};

/** The sort keys of lists by time: a time and the id of the other person. */
export const BY_TIME =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#(?<otherId>[0-9A-HJKMNP-TV-Z]{26})$/;

/** The page that is wanted: after a cursor, or after `skip` items. */
export type PageRequest = {
  readonly skip: number;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/** `cursor`: that of the next page, if there is one. `isWhole`: the list has no more than this page. */
export type ContactPage = {
  readonly otherIds: string[];
  readonly cursor?: string;
  readonly isWhole: boolean;
};

/**
 * Reads a page of a list of relations. A cursor is only valid in the user's own list, so it reveals nothing about others. Undefined
 * for an invalid cursor.
 */
export async function contactPage(
  table: TableReader,
  userId: string,
  { sortKey, ...page }: ContactOrder,
  { skip, cursor, limit }: PageRequest,
): Promise<ContactPage | undefined> {
  const [pk, sk] = [`${page.index}pk`, `${page.index}sk`];
  let from: Readonly<Record<string, unknown>> | undefined | 'END';
  if (cursor) {
    const place = Buffer.from(cursor, 'base64url').toString('utf8');
    const otherId = sortKey.exec(place)?.groups?.otherId;
    if (!otherId) return undefined;
    from = { ...contactKey(userId, otherId), [pk]: page.partition, [sk]: place };
  } else from = await positionAfter(table, page, skip);
  if (from === 'END') return { otherIds: [], isWhole: false };
  // One more than a page, to know whether there is a next page.
  const items = await itemsUpTo<Key & Readonly<Record<string, string>>>(table, {
    ...page,
    from,
    limit: limit + 1,
  });
  const shown = items.slice(0, limit);
  const hasMore = items.length > limit;
  const ended = hasMore ? shown.at(-1)?.[sk] : undefined;
  return {
    otherIds: shown.map(contactIn),
    isWhole: from === undefined && !hasMore,
    ...(ended !== undefined && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}
