import type { Instant } from '#shared/time.ts';
import type { ChatPictures } from '../gateways/media.ts';
import type { Logger } from '../log.ts';
import { messagesToSearch } from '../storage/chat/chat-messages.ts';
import {
  abandonedRoom,
  forgetUnusedFiles,
  noteRemovedBefore,
  type UnusedFiles,
  unusedFilesAt,
} from '../storage/chat/unused-files.ts';
import { dueTime } from '../storage/index-keys.ts';
import type { Key } from '../storage/keys.ts';
import type { TableWriter } from '../storage/table.ts';

/* The removal of files that no chat shows any more. docs/product/chat.md#pictures */

type RemovalContext = {
  readonly table: TableWriter;
  readonly chatPictures: ChatPictures;
  readonly now: Instant;
  /** Milliseconds until the function times out. */
  readonly timeLeft: () => number;
};

/** The time (ms) that is kept for noting how far the files of a chat are removed. */
const RESERVE = 15_000;

/**
 * Removes a file that its transaction left to the job as well, so that it is gone at once. If that fails, the job removes it a minute
 * later.
 */
export async function removeAtOnce(
  { chatPictures, log }: { readonly chatPictures: ChatPictures; readonly log: Logger },
  chatId: string,
  url: string,
): Promise<void> {
  try {
    await chatPictures.remove(chatId, url);
  } catch (fault) {
    log.warn('a file is left to the job', fault as Error);
  }
}

/**
 * Removes the files of an item, and then the item. A process may stop at any line: until the item is gone everything is repeated, and
 * removing a file twice changes nothing.
 */
export async function removeUnusedFiles(context: RemovalContext, key: Key): Promise<void> {
  const { table, chatPictures, now } = context;
  const files = await unusedFilesAt(table, key);
  // Another run has removed it since the list was read, or the index does not show yet that it is due later.
  if (!files || dueTime(files.gsi5sk) > now) return;
  if (files.url !== undefined) await chatPictures.remove(files.chatId, files.url);
  else if (!(await removeAll(context, files))) return;
  await forgetUnusedFiles(table, key);
}

/** Removes the files of a chat that nobody can open, page by page. Returns false if the time is over before. */
async function removeAll(context: RemovalContext, files: UnusedFiles): Promise<boolean> {
  const { table, chatPictures, now, timeLeft } = context;
  const { chatId } = files;
  const room = await abandonedRoom(table, chatId, now);
  if (!room) return true;
  let { before } = files;
  for (;;) {
    if (timeLeft() < RESERVE) return false;
    const { messages, more } = await messagesToSearch(table, chatId, before);
    for (const { picture } of messages) if (picture) await chatPictures.remove(chatId, picture.url);
    before = messages.at(-1)?.sentAt;
    if (!more || before === undefined) break;
    if ((await noteRemovedBefore(table, files, before)) === 'GONE') return false;
  }
  if (room.photoUrl !== undefined) await chatPictures.remove(chatId, room.photoUrl);
  return true;
}
