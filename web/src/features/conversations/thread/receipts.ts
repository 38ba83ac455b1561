import type { Instant } from '#shared/time.ts';
import { recencyWords } from '#web/shell/dates.ts';
import type { Message } from '../conversation.ts';

/**
 * The read receipt of the viewer's own message; undefined if the other side has not read it. The server keeps one time for each
 * side, the last: it is the time of the newest message that was read, and older ones may have been read before.
 */
export function receiptWords(
  message: Message,
  viewerId: string,
  messages: readonly Message[],
  now: Instant,
): string | undefined {
  if (message.senderId !== viewerId || message.dateTimeRead === null) return undefined;
  // The timeline says when the letter was first read; a second time beside it would be that of a later reading.
  if (message.kind === 'QUESTION') return 'Read';
  const hasNewer = messages.some(
    ({ senderId, dateTimeRead, dateTimeSent }) =>
      senderId === viewerId && dateTimeRead !== null && dateTimeSent > message.dateTimeSent,
  );
  return hasNewer ? 'Read' : `Read ${recencyWords(message.dateTimeRead, now)}`;
}
