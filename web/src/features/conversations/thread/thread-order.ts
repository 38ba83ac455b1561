import type { Message } from '../conversation.ts';

export type OrderedThread = {
  /** The improved answer, the paid answer, then the question. */
  readonly letters: readonly Message[];
  /** A clarifying question with its reply, and the free replies, in order of time. */
  readonly replies: readonly Message[];
};

const LETTERS = ['IMPROVED_ANSWER', 'PAID_RESPONSE', 'QUESTION'] as const;

/** Whether a message is drawn as a letter, at the top of the thread. */
export const isLetter = ({ kind }: Message): boolean => LETTERS.some((letter) => letter === kind);

/** The messages of a conversation in display order: the paid ones at the top, then the free ones, each once. */
export function inReadingOrder(messages: readonly Message[]): OrderedThread {
  const known = [...new Map(messages.map((message) => [message.id, message])).values()];
  const ofKind = (kind: Message['kind']) => known.filter((message) => message.kind === kind);
  const letters = LETTERS.flatMap(ofKind);
  const free = known.filter((message) => !isLetter(message));
  const replies = free.sort((one, other) =>
    one.dateTimeSent === other.dateTimeSent
      ? one.id.localeCompare(other.id)
      : one.dateTimeSent - other.dateTimeSent,
  );
  return { letters, replies };
}
