import { messagePreview, type Room } from '#shared/rules/chat/chats.ts';
import {
  DELETED_PREVIEW,
  type Reaction,
  type Revisions,
  revisionOf,
  slotOf,
} from '#shared/rules/chat/message-changes.ts';
import type { Instant } from '#shared/time.ts';
import { exists } from '../conditions.ts';
import { chatMessageKey, roomKey } from '../keys.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';
import type { ChatMessage } from './chat-messages.ts';
import { unusedFile } from './unused-files.ts';

/*
 * Changes of sent messages. Each is one transaction on the message and the chat, which counts the change and holds the time of
 * its message, so that polls find it.
 */

/** Reads a message and its chat. */
export async function messageInRoom(
  table: TableReader,
  chatId: string,
  sentAt: Instant,
): Promise<{ readonly room: Room | undefined; readonly message: ChatMessage | undefined }> {
  const [room, message] = await table.getMany<unknown>([
    roomKey(chatId),
    chatMessageKey(chatId, sentAt),
  ]);
  return { room: room as Room | undefined, message: message as ChatMessage | undefined };
}

/** The messages that were sent at these times. */
export const messagesAt = async (
  table: TableReader,
  chatId: string,
  times: readonly Instant[],
): Promise<ChatMessage[]> => {
  if (times.length === 0) return [];
  const found = await table.getMany<ChatMessage>(
    times.map((sentAt) => chatMessageKey(chatId, sentAt)),
  );
  return found.filter((message) => message !== undefined);
};

type Outcome = 'MOVED' | 'GONE';

/** The condition that a message was not deleted. */
const NOT_DELETED = { when: { pk: exists, deletedAt: undefined }, otherwise: 'GONE' } as const;

/** Replaces the content of a message. MOVED: the chat changed meanwhile. GONE: it was deleted. */
export function editMessage(
  table: TableWriter,
  room: Room,
  { sentAt, number, picture }: ChatMessage,
  content: string,
  now: Instant,
): Promise<'done' | Outcome> {
  return table.transact<Outcome>(
    update(chatMessageKey(room.id, sentAt), { set: { content, editedAt: now } }, NOT_DELETED),
    countChange(room, sentAt, number, messagePreview({ content, picture })),
  );
}

/** Empties a message, with the steps of `messageDeletion`. */
export const deleteMessage = (
  table: TableWriter,
  room: Room,
  message: ChatMessage,
  now: Instant,
): Promise<'done' | Outcome> => table.transact<Outcome>(...messageDeletion(room, message, now));

/** The steps that empty a message. Its number stays, so that others keep theirs. The file of its picture is removed by a job. */
export function messageDeletion(
  room: Room,
  { sentAt, number, picture }: ChatMessage,
  now: Instant,
): Step<Outcome>[] {
  return [
    update(
      chatMessageKey(room.id, sentAt),
      { set: { content: '', deletedAt: now }, remove: ['reactions', 'editedAt', 'picture'] },
      NOT_DELETED,
    ),
    countChange(room, sentAt, number, DELETED_PREVIEW),
    ...(picture ? [unusedFile(room.id, picture.url, now)] : []),
  ];
}

/** Sets or removes the reaction of a member. MOVED also if the first reaction was added meanwhile. */
export function setReaction(
  table: TableWriter,
  room: Room,
  { sentAt, number, reactions }: ChatMessage,
  userId: string,
  reaction: Reaction | undefined,
): Promise<'done' | Outcome> {
  const key = chatMessageKey(room.id, sentAt);
  const step = !reaction
    ? update(key, { removeIn: { reactions: [userId] } }, NOT_DELETED)
    : reactions
      ? update(key, { setIn: { reactions: { [userId]: reaction } } }, NOT_DELETED)
      : update(
          key,
          { set: { reactions: { [userId]: reaction } } },
          { when: { ...NOT_DELETED.when, reactions: undefined }, otherwise: 'MOVED' as const },
        );
  return table.transact<Outcome>(step, countChange(room, sentAt, number));
}

/** The step that counts a change of a message. `preview`: what lists show of it, if it is the newest. */
function countChange(room: Room, sentAt: Instant, number: number, preview?: string): Step<'MOVED'> {
  const read = revisionOf(room);
  const revision = read + 1;
  const change: Revisions = { [slotOf(revision)]: { sentAt, revision } };
  const isNewest = preview !== undefined && room.number === number;
  return update(
    roomKey(room.id),
    {
      set: { revision, ...change, preview: isNewest ? preview : undefined },
    },
    {
      when: { revision: read === 0 ? undefined : read, ...(isNewest && { number }) },
      otherwise: 'MOVED',
    },
  );
}
