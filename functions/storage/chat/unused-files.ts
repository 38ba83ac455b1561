import type { Room } from '#shared/rules/chat/chats.ts';
import { HOUR, type Instant, later, MINUTE } from '#shared/time.ts';
import { usersById } from '../accounts/users.ts';
import { exists } from '../conditions.ts';
import { dueIndex } from '../index-keys.ts';
import { type Key, keyOf, unusedFilesKey } from '../keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { roomOf } from './chats.ts';

/*
 * The files of chats that nothing shows any more: the picture of a deleted message, the photo before the current one, and all files of
 * a chat that nobody can open. Each is an item, written in the transaction after which nothing shows the file, so that a process may
 * stop at any time and no file is left behind: the job deleteAccounts removes the file, and then the item.
 */

/**
 * After this time no upload of before the transaction is running: functions have at most 25 seconds. A repeated call that was
 * overtaken may have stored the file once more after its message was deleted.
 */
const UPLOADS_OVER = MINUTE;
/** By then the deletion of an account is complete. */
const DELETION_OVER = HOUR;

export type UnusedFiles = Key & {
  readonly chatId: string;
  /** The address of the file; absent for all files of the chat. */
  readonly url?: string;
  /** The messages from this time on have no file any more. */
  readonly before?: Instant;
  readonly gsi5sk: string;
};

/** The step that marks a file of a chat to be removed. */
export const unusedFile = (chatId: string, url: string, now: Instant): Step<never> =>
  put({
    ...unusedFilesKey(chatId, url.slice(url.lastIndexOf('/') + 1)),
    chatId,
    url,
    ...due(chatId, later(now, UPLOADS_OVER)),
  });

/** The step that marks all files of a chat to be removed if nobody can open it by then. */
export const filesOfAbandonedChat = (chatId: string, now: Instant): Step<never> =>
  put({
    ...unusedFilesKey(chatId, 'ALL'),
    chatId,
    ...due(chatId, later(now, DELETION_OVER)),
  });

const due = (chatId: string, at: Instant) => dueIndex('DELETION', at, chatId);

export const unusedFilesAt = (table: TableReader, key: Key): Promise<UnusedFiles | undefined> =>
  table.get<UnusedFiles>(key);

/** Notes how far the files of a chat are removed. GONE: another run has removed them all. */
export const noteRemovedBefore = (
  table: TableWriter,
  files: UnusedFiles,
  before: Instant,
): Promise<'done' | 'GONE'> =>
  table.write(
    update(keyOf(files), { set: { before } }, { when: { pk: exists }, otherwise: 'GONE' }),
  );

export async function forgetUnusedFiles(table: TableWriter, { pk, sk }: Key): Promise<void> {
  await table.write(remove({ pk, sk }));
}

/** Returns a chat whose members have all left or are deleted, so that nobody can open it; undefined for any other. */
export async function abandonedRoom(
  table: TableReader,
  chatId: string,
  now: Instant,
): Promise<Room | undefined> {
  const room = await roomOf(table, chatId);
  const ids = Object.keys(room?.members ?? {});
  const members = ids.length === 0 ? [] : await usersById(table, ids, now);
  const canOpen = members.some((user) => user !== undefined && user.deletedAt === undefined);
  return canOpen ? undefined : room;
}
