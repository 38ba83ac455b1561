import { newId } from '#shared/ids.ts';
import type { Source } from '#shared/rules/analytics/sources.ts';
import { DRAFT_TIME, type DraftWords, draftExpiry } from '#shared/rules/conversations/drafts.ts';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import { ifNotExpired } from '../accounts/users.ts';
import { above, atMost, missingOr } from '../conditions.ts';
import { draftKey, draftList, draftSortKey, type Key, userPartition } from '../keys.ts';
import { allItems, countItems, deleteItems, itemsUpTo, positionAfter } from '../list-position.ts';
import {
  check,
  put,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';

/*
 * Stored drafts: one item per sender and recipient. Every save increments the version and is conditional on the version it is
 * based on, so two devices never overwrite each other. An expired draft counts as absent, even if DynamoDB has not deleted
 * it yet.
 */

export type Draft = Key &
  DraftWords & {
    readonly id: string;
    readonly version: number;
    readonly recipientId: string;
    readonly modifiedAt: Instant;
    /** How the sender came to the recipient's profile before the first version; absent in older drafts. */
    readonly source?: Source;
    /** Epoch seconds. */
    readonly expiresAt: number;
  };

/** A version of a draft, on which a save or an order is based. */
export type DraftVersion = Pick<Draft, 'id' | 'version'>;

/** The draft of a sender to a recipient; undefined if there is none. */
export async function draftTo(
  table: TableReader,
  userId: string,
  recipientId: string,
  now: Instant,
): Promise<Draft | undefined> {
  return ifNotExpired(await table.get<Draft>(draftKey(userId, recipientId)), now);
}

/** Saves the first version of a draft. CHANGED: there is a draft to this recipient already. */
export async function beginDraft(
  table: TableWriter,
  userId: string,
  recipientId: string,
  words: DraftWords & Pick<Draft, 'source'>,
  now: Instant,
): Promise<Draft | 'CHANGED'> {
  const place = { gsi5pk: draftList(userId), gsi5sk: draftSortKey(recipientId, now) };
  const draft: Draft = {
    ...draftKey(userId, recipientId),
    ...place,
    id: newId(now),
    version: 1,
    recipientId,
    ...words,
    modifiedAt: now,
    expiresAt: draftExpiry(now),
  };
  const outcome = await table.write<'CHANGED'>(
    put(draft, {
      when: { expiresAt: missingOr(atMost(toSeconds(now))) },
      otherwise: 'CHANGED',
    }),
  );
  return outcome === 'CHANGED' ? outcome : draft;
}

/** Saves the next version of a draft. CHANGED: the stored version is another one. */
export function changeDraft(
  table: TableWriter,
  userId: string,
  recipientId: string,
  { id, version, subject, text, answers, tier, attachments }: DraftVersion & DraftWords,
  now: Instant,
): Promise<Draft | 'CHANGED'> {
  return table.change<Draft, 'CHANGED'>(
    update(
      draftKey(userId, recipientId),
      {
        set: {
          version: version + 1,
          subject,
          text,
          answers,
          tier: tier || undefined,
          attachments,
          modifiedAt: now,
          expiresAt: draftExpiry(now),
          gsi5sk: draftSortKey(recipientId, now),
        },
      },
      { when: { id, version, expiresAt: above(toSeconds(now)) }, otherwise: 'CHANGED' },
    ),
  );
}

/**
 * The condition that a draft to this recipient still has this version and exactly this text. Its answers may be more than are
 * sent: those to questions that are no longer asked.
 */
export function checkDraft(
  userId: string,
  recipientId: string,
  { id, version, subject, text }: DraftVersion & Pick<DraftWords, 'subject' | 'text'>,
): Step<'DRAFT_CHANGED'> {
  return check(draftKey(userId, recipientId), {
    when: { id, version, subject, text },
    otherwise: 'DRAFT_CHANGED',
  });
}

/** The step that deletes this version of a draft, if it exists. KEPT: the stored version is another one. */
export function removeDraft(
  userId: string,
  recipientId: string,
  { id, version }: DraftVersion,
): Step<'KEPT'> {
  return remove(draftKey(userId, recipientId), {
    when: [{ pk: undefined }, { id, version }],
    otherwise: 'KEPT',
  });
}

/** The cursor of a list of drafts: the index's sort key, made of a time and a recipient's id. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * A page of a person's drafts, the last changed first, and their total. Expired drafts are not read, because they sort before
 * all others. Returns undefined for an invalid cursor.
 */
export async function listDrafts(
  table: TableReader,
  list: {
    readonly userId: string;
    readonly skip: number;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
  now: Instant,
): Promise<{ drafts: Draft[]; total: number; cursor?: string } | undefined> {
  const { userId, skip, limit } = list;
  const page = {
    index: 'gsi5',
    partition: draftList(userId),
    // `~` sorts after every id of that millisecond.
    after: draftSortKey('~', later(now, -DRAFT_TIME)),
    newestFirst: true,
  } as const;
  const place = list.cursor ? cursorKey(userId, list.cursor) : undefined;
  if (list.cursor && !place) return undefined;
  const from = place ?? (await positionAfter(table, page, skip));
  if (from === 'END') return { drafts: [], total: await countItems(table, page) };
  // One more than a page, to know whether there is a next page.
  const request = { ...page, from, limit: limit + 1 };
  const items = await itemsUpTo<Key & { readonly gsi5sk: string }>(table, request);
  const isAll = from === undefined && items.length <= limit;
  const total = isAll ? items.length : await countItems(table, page);
  const shown = items.slice(0, limit);
  const found = await table.getMany<Draft>(shown.map(({ pk, sk }) => ({ pk, sk })));
  const ended = items.length > limit ? shown.at(-1)?.gsi5sk : undefined;
  return {
    drafts: found.flatMap((draft) => ifNotExpired(draft, now) ?? []),
    total,
    ...(ended && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

function cursorKey(userId: string, cursor: string) {
  const gsi5sk = Buffer.from(cursor, 'base64url').toString('utf8');
  const recipientId = CURSOR.exec(gsi5sk)?.[1];
  if (!recipientId) return undefined;
  return { ...draftKey(userId, recipientId), gsi5pk: draftList(userId), gsi5sk };
}

/** Every draft of a person. */
export async function allDraftsOf(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<Draft[]> {
  const drafts = await allItems<Draft>(table, draftsOf(userId));
  return drafts.filter((draft) => ifNotExpired(draft, now));
}

/** Deletes all drafts of a person whose account is deleted. */
export const deleteDrafts = (table: TableWriter, userId: string): Promise<void> =>
  deleteItems(table, draftsOf(userId));

const draftsOf = (userId: string) => ({
  partition: userPartition(userId),
  prefix: draftKey(userId, '').sk,
});
