import { minimumLengthOf } from '../../../../shared/rules/conversations/tiers.ts';
import type { Conversation } from './conversation.ts';

export type AnswerCountProps = { length: number; conversation: Pick<Conversation, 'tier'> };

/** `12 of 200` until the answer is long enough, then its length. */
export function AnswerCount({ length, conversation }: AnswerCountProps) {
  const minimum = minimumLengthOf(conversation);
  return (
    <p className="shrink-0 text-right text-[0.875rem] text-soft tabular-nums">
      {length < minimum ? `${length} of ${minimum}` : `${length} characters`}
    </p>
  );
}
