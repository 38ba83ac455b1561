import { messagePreview, type Room } from '#shared/rules/chat/chats.ts';
import {
  DELETED_PREVIEW,
  type Reaction,
  revisionOf,
  slotOf,
} from '#shared/rules/chat/message-changes.ts';
import type { Instant } from '#shared/time.ts';
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

/** Replaces the content of a message. MOVED: the chat changed meanwhile. GONE: it was deleted. */
export function editMessage(
  table: TableWriter,
  room: Room,
  { sentAt, number, picture }: ChatMessage,
  content: string,
  now: Instant,
): Promise<'done' | Outcome> {
  return table.transact<Outcome>(
    update(
      chatMessageKey(room.id, sentAt),
      'SET #content = :content, #editedAt = :now',
      { content, now },
      { when: 'attribute_exists(#pk) AND attribute_not_exists(#deletedAt)', otherwise: 'GONE' },
    ),
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
      'SET #content = :empty, #deletedAt = :now REMOVE #reactions, #editedAt, #picture',
      { empty: '', now },
      { when: 'attribute_exists(#pk) AND attribute_not_exists(#deletedAt)', otherwise: 'GONE' },
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
  const exists = 'attribute_exists(#pk) AND attribute_not_exists(#deletedAt)';
  const step = !reaction
    ? update(key, `REMOVE #reactions.#${userId}`, {}, { when: exists, otherwise: 'GONE' as const })
    : reactions
      ? update(
          key,
          `SET #reactions.#${userId} = :reaction`,
          { reaction },
          { when: exists, otherwise: 'GONE' as const },
        )
      : update(
          key,
          'SET #reactions = :reactions',
          { reactions: { [userId]: reaction } },
          { when: `${exists} AND attribute_not_exists(#reactions)`, otherwise: 'MOVED' as const },
        );
  return table.transact<Outcome>(step, countChange(room, sentAt, number));
}

/** The step that counts a change of a message. `preview`: what lists show of it, if it is the newest. */
function countChange(room: Room, sentAt: Instant, number: number, preview?: string): Step<'MOVED'> {
  const read = revisionOf(room);
  const revision = read + 1;
  const isNewest = preview !== undefined && room.number === number;
  return update(
    roomKey(room.id),
    `SET #revision = :revision, #${slotOf(revision)} = :change${isNewest ? ', #preview = :preview' : ''}`,
    { revision, change: { sentAt, revision }, ...(isNewest && { preview }) },
    {
      when: `${read === 0 ? 'attribute_not_exists(#revision)' : '#revision = :read'}${isNewest ? ' AND #number = :number' : ''}`,
      values: { ...(read > 0 && { read }), ...(isNewest && { number }) },
      otherwise: 'MOVED',
    },
  );
}
