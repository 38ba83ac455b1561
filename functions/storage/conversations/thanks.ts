import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  SHOWN_THANKS_MAX,
  type ShownThanks,
  shownThanksOf,
  thanksFor,
} from '#shared/rules/conversations/thanks.ts';
import type { Instant } from '#shared/time.ts';
import { below, exists, missingOr } from '../conditions.ts';
import { requireNoBlock } from '../contacts/blocks.ts';
import {
  SHOWN_SENTENCE_PREFIX,
  shownSentenceKey,
  shownThanksKey,
  THANKS_PREFIX,
  thanksKey,
  userKey,
  userPartition,
} from '../keys.ts';
import { allItems, countItems, deleteItems, itemsUpTo, positionAfter } from '../list-position.ts';
import {
  check,
  type Item,
  put,
  remove,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';

/*
 * The lists of thank-yous, which follow from the conversations: each is written in the transaction of its conversation
 * (`thanksSteps`), so they cannot disagree. docs/product/conversations.md#thanks
 */

/** A thank-you in the list of its recipient, or in that of its sender while a profile shows it. */
export type ListedThanks = { readonly conversationId: string };

/**
 * The thank-yous that a profile shows, each an attribute named by its id, in one item: the profile reads it in the same request as
 * everything else.
 */
export type ShownThanksItem = {
  readonly count?: number;
  readonly [id: `shown_${string}`]: ShownThanks;
};

const attributeOf = (id: string) => `shown_${id}` as const;

/** The ids and thank-yous of an item, the newest first. */
export function shownThanksIn(
  item: ShownThanksItem | undefined,
): (ShownThanks & { readonly id: string })[] {
  return Object.entries(item ?? {})
    .flatMap(([name, one]) =>
      name.startsWith(attributeOf('')) && typeof one === 'object'
        ? [{ ...(one as ShownThanks), id: name.slice(attributeOf('').length) }]
        : [],
    )
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
}

/** The thank-yous that a profile shows, the newest first. */
export const shownThanksBy = async (table: TableReader, recipientId: string) =>
  shownThanksIn(await table.get<ShownThanksItem>(shownThanksKey(recipientId)));

/**
 * The steps that list a thank-you, or take it off a list, with the change of its conversation. CHANGED: it may not be shown, because
 * one of the two blocks the other, the sender's account is closed, or the profile shows as many as it can.
 */
export function thanksSteps(before: Conversation, after: Conversation): Step<'CHANGED'>[] {
  return [...listSteps(before, after), ...shownSteps(before, after)];
}

function listSteps(before: Conversation, after: Conversation): Step<never>[] {
  const [was, is] = [thanksFor(before), thanksFor(after)];
  const keyAt = (at: Instant) => thanksKey(after.recipient.id, at, after.id);
  if (was?.at === is?.at) return [];
  return [
    ...(was ? [remove(keyAt(was.at))] : []),
    ...(is ? [put({ ...keyAt(is.at), conversationId: after.id })] : []),
  ];
}

function shownSteps(before: Conversation, after: Conversation): Step<'CHANGED'>[] {
  const { id: conversationId, sender, recipient } = after;
  const [was, is] = [shownThanksOf(before), shownThanksOf(after)];
  const item = shownThanksKey(recipient.id);
  const sentence = shownSentenceKey(sender.id, conversationId);
  if (was && is) {
    const isSame = was.id === is.id && was.shown.name === is.shown.name;
    return isSame ? [] : [update(item, { set: { [attributeOf(is.id)]: is.shown } })];
  }
  if (was)
    return [update(item, { remove: [attributeOf(was.id)], add: { count: -1 } }), remove(sentence)];
  if (!is) return [];
  return [
    update(
      item,
      { set: { [attributeOf(is.id)]: is.shown }, add: { count: 1 } },
      { when: { count: missingOr(below(SHOWN_THANKS_MAX)) }, otherwise: 'CHANGED' },
    ),
    put({ ...sentence, conversationId }),
    requireNoBlock(recipient.id, sender.id),
    requireNoBlock(sender.id, recipient.id),
    check(userKey(sender.id), {
      when: { pk: exists, blockedAt: undefined, deletionAt: undefined },
      otherwise: 'CHANGED',
    }),
  ];
}

const thanksOf = (userId: string) => ({
  partition: userPartition(userId),
  prefix: THANKS_PREFIX,
  newestFirst: true,
});

/** The shape of the sort keys of the list. */
const SORT_KEY = /^THANKS#\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * A page of the thank-yous that a person received, the newest first, as the ids of their conversations, and how many there are.
 * Returns undefined for an invalid cursor.
 */
export async function listThanks(
  table: TableReader,
  list: {
    readonly userId: string;
    readonly skip: number;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<
  | { readonly conversationIds: string[]; readonly total: number; readonly cursor?: string }
  | undefined
> {
  const { userId, skip, cursor, limit } = list;
  const page = thanksOf(userId);
  const place = cursor && Buffer.from(cursor, 'base64url').toString('utf8');
  if (place && !SORT_KEY.test(place)) return undefined;
  const from = place ? { pk: page.partition, sk: place } : await positionAfter(table, page, skip);
  if (from === 'END') return { conversationIds: [], total: await countItems(table, page) };
  // One more than a page, to know whether there is a next page.
  const items = await itemsUpTo<Item & ListedThanks>(table, { ...page, from, limit: limit + 1 });
  const shown = items.slice(0, limit);
  const isAll = from === undefined && items.length <= limit;
  const ended = items.length > limit ? shown.at(-1)?.sk : undefined;
  return {
    conversationIds: shown.map(({ conversationId }) => conversationId),
    total: isAll ? items.length : await countItems(table, page),
    ...(ended && { cursor: Buffer.from(ended).toString('base64url') }),
  };
}

/** The thank-yous of a person that profiles show. */
export const shownSentencesOf = (table: TableReader, senderId: string): Promise<ListedThanks[]> =>
  allItems<ListedThanks>(table, {
    partition: userPartition(senderId),
    prefix: SHOWN_SENTENCE_PREFIX,
    consistent: true,
  });

/** Deletes the list of the thank-yous that a person received, whose account is deleted. */
export const deleteThanksList = (table: TableWriter, userId: string): Promise<void> =>
  deleteItems(table, thanksOf(userId));
