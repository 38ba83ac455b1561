import { type Instant, later, MINUTE } from '../../time.ts';

/* Changes of sent messages: editing, deleting and reactions. docs/product/chat.md#changes */

/** How long (ms) after sending it a message can be edited or deleted. */
export const CHANGE_TIME = 15 * MINUTE;

/** The reactions, in the order in which they are shown. */
export const REACTIONS = ['like', 'love', 'laugh', 'surprise', 'sad', 'thanks'] as const;
export type Reaction = (typeof REACTIONS)[number];

export const TOO_LATE_TO_CHANGE = 'Messages can be changed for 15 minutes after they were sent.';
export const NOT_YOUR_MESSAGE = 'Only the person who wrote a message can change it.';
/** What lists of chats show in place of a deleted message. */
export const DELETED_PREVIEW = 'Message deleted';
export const MESSAGE_DELETED = 'This message was deleted.';
export const ANNOUNCEMENTS_STAY =
  'Announcements of a group can’t be edited, deleted or reacted to.';

/** The part of a message that decides whether it can be changed. */
type Changeable = {
  readonly userId: string;
  readonly sentAt: Instant;
  readonly deletedAt?: Instant | undefined;
  readonly announcement?: object | undefined;
};

/** Why a person cannot edit or delete a message, as a sentence; undefined if they can. */
export function changeRefusal(
  { userId, sentAt, deletedAt, announcement }: Changeable,
  callerId: string,
  now: Instant,
): string | undefined {
  if (announcement) return ANNOUNCEMENTS_STAY;
  if (userId !== callerId) return NOT_YOUR_MESSAGE;
  if (deletedAt !== undefined) return MESSAGE_DELETED;
  return now >= later(sentAt, CHANGE_TIME) ? TOO_LATE_TO_CHANGE : undefined;
}

/*
 * Every change of a chat's messages has the next revision. The chat holds the times of the messages of the last sixteen, so that
 * a poll finds out at no cost what has changed.
 */

export const CHANGES_KEPT = 16;

/** The message of a change, by its time. */
export type MessageChange = { readonly sentAt: Instant; readonly revision: number };
export type ChangeSlot = `change${number}`;

/** The revision of a chat, and its last changes by slot; both are absent before the first change. */
export type Revisions = { readonly revision?: number } & {
  readonly [slot: ChangeSlot]: MessageChange;
};

export const revisionOf = ({ revision = 0 }: Revisions): number => revision;

/** The attribute of a chat that holds the change of a revision. */
export const slotOf = (revision: number): ChangeSlot => `change${revision % CHANGES_KEPT}`;

/** The times of the messages that changed after a revision; undefined if there were more changes than are kept. */
export function changedSince(revisions: Revisions, since: number): readonly Instant[] | undefined {
  const missed = revisionOf(revisions) - since;
  if (missed > CHANGES_KEPT) return undefined;
  const changes = Array.from({ length: missed }, (_, nth) => revisions[slotOf(since + nth + 1)]);
  return [...new Set(changes.flatMap((change) => (change ? [change.sentAt] : [])))];
}
