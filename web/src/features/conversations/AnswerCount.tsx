import { plainText } from '../../../../shared/rules/conversations/messages.ts';
import { minimumLengthOf } from '../../../../shared/rules/conversations/tiers.ts';
import { readableLength } from '../../../../shared/rules/text/readable-text.ts';
import { CharCount } from '../../ui/CharCount.tsx';
import type { Conversation } from './conversation.ts';

export type AnswerCountProps = { html: string; conversation: Pick<Conversation, 'tier'> };

/** How many characters are missing until the answer is long enough, then its length. */
export function AnswerCount({ html, conversation }: AnswerCountProps) {
  return <CharCount count={readableLength(plainText(html))} min={minimumLengthOf(conversation)} />;
}
