import { minimumLengthOf } from '../../../../shared/rules/conversations/tiers.ts';
import { CharCount } from '../../ui/CharCount.tsx';
import type { Conversation } from './conversation.ts';

export type AnswerCountProps = { length: number; conversation: Pick<Conversation, 'tier'> };

/** How many characters are missing until the answer is long enough, then its length. */
export function AnswerCount({ length, conversation }: AnswerCountProps) {
  return <CharCount count={length} min={minimumLengthOf(conversation)} />;
}
