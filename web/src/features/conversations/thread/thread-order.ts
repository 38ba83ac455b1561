import type { Message } from '../conversation.ts';

export type OrderedThread = {
  /** The paid answer, then the question. */
  readonly letters: readonly Message[];
  /** The free replies in order of time. */
  readonly replies: readonly Message[];
};

/** The messages of a conversation in display order: the paid ones at the top, then the free replies, each once. */
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
