import type { Message } from './side.ts';

export type OrderedThread = {
  /** The paid answer, and the question that it answers. */
  readonly letters: readonly Message[];
  /** The free replies, as they were written, one after the other. */
  readonly replies: readonly Message[];
};

/**
 * The messages of a conversation in the order in which they are read: what was paid for stays at the top, what followed
 * for free comes after it. Each is shown once, however often it was read.
 */
export function inReadingOrder(messages: readonly Message[]): OrderedThread {
  const known = [...new Map(messages.map((message) => [message.id, message])).values()];
  const ofKind = (kind: Message['kind']) => known.filter((message) => message.kind === kind);
  const replies = ofKind('REPLY').sort((one, other) =>
    one.dateTimeSent === other.dateTimeSent
      ? one.id.localeCompare(other.id)
      : one.dateTimeSent - other.dateTimeSent,
  );
  return { letters: [...ofKind('PAID_RESPONSE'), ...ofKind('QUESTION')], replies };
}
