import { newId } from '#shared/ids.ts';
import { SAVED_REPLIES_MAX } from '#shared/rules/conversations/saved-replies.ts';
import type { Instant } from '#shared/time.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { type Key, savedRepliesKey } from '../keys.ts';
import { put, type Step, type TableReader, type TableWriter } from '../table.ts';

/*
 * The saved replies of an account: one item, whose size the rules bound. Each write is conditional on the version that was read,
 * so two devices never overwrite each other and there are never more than thirty.
 */

export type SavedReply = { readonly id: string; readonly title: string; readonly text: string };
export type SavedReplyContent = Pick<SavedReply, 'title' | 'text'>;

/** The item of the saved replies of an account. */
export type SavedReplies = Key & {
  readonly version: number;
  readonly replies: readonly SavedReply[];
};

/** Reads the saved replies of an account, the oldest first. */
export async function savedRepliesOf(
  table: TableReader,
  userId: string,
): Promise<readonly SavedReply[]> {
  return (await table.get<SavedReplies>(savedRepliesKey(userId)))?.replies ?? [];
}

/** Adds a saved reply at the end. SAME_KEY: an earlier call with the same key added it; the key stores it. */
export async function addSavedReply(
  table: TableWriter,
  userId: string,
  content: SavedReplyContent,
  keyed: KeyedCall | undefined,
  now: Instant,
): Promise<SavedReply | 'FULL' | 'SAME_KEY'> {
  const reply = { id: newId(now), ...content };
  const claim = claimKey(keyed, JSON.stringify(reply), now);
  for (;;) {
    const stored = await table.get<SavedReplies>(savedRepliesKey(userId));
    const replies = stored?.replies ?? [];
    // A retry after a lost response finds the reply of the first try.
    if (replies.some(({ id }) => id === reply.id)) return reply;
    if (replies.length >= SAVED_REPLIES_MAX) return 'FULL';
    const step = replace(userId, stored, [...replies, reply]);
    const outcome = claim ? await table.transact(claim, step) : await table.write(step);
    if (outcome === 'done') return reply;
    if (outcome === 'SAME_KEY') return outcome;
  }
}

/** Changes the title and the text of a saved reply; its place stays. */
export async function changeSavedReply(
  table: TableWriter,
  userId: string,
  { id, ...content }: SavedReply,
): Promise<SavedReply | 'GONE'> {
  for (;;) {
    const stored = await table.get<SavedReplies>(savedRepliesKey(userId));
    const before = stored?.replies.find((reply) => reply.id === id);
    if (!stored || !before) return 'GONE';
    const changed = { ...before, ...content };
    const replies = stored.replies.map((reply) => (reply === before ? changed : reply));
    if ((await table.write(replace(userId, stored, replies))) === 'done') return changed;
  }
}

/** Deletes a saved reply, if it exists. */
export async function removeSavedReply(
  table: TableWriter,
  userId: string,
  replyId: string,
): Promise<void> {
  for (;;) {
    const stored = await table.get<SavedReplies>(savedRepliesKey(userId));
    const replies = stored?.replies.filter(({ id }) => id !== replyId);
    if (!stored || !replies || replies.length === stored.replies.length) return;
    if ((await table.write(replace(userId, stored, replies))) === 'done') return;
  }
}

/** The step that stores the next version. CHANGED: another call has written since `stored` was read. */
function replace(
  userId: string,
  stored: SavedReplies | undefined,
  replies: readonly SavedReply[],
): Step<'CHANGED'> {
  const version = (stored?.version ?? 0) + 1;
  return put(
    { ...savedRepliesKey(userId), version, replies },
    { when: { version: stored?.version }, otherwise: 'CHANGED' },
  );
}
