import type { ConversationStatus } from '#shared/rules/conversations/conversations.ts';
import type { EndingFacts } from '../../statuses/parts.ts';
import { noAnswerWords } from '../../statuses/status-words.ts';

/** The reason why a message can no longer be answered; undefined if it can. `status`: the current one. */
export function statusChangeWords(
  conversation: EndingFacts,
  status: ConversationStatus,
): string | undefined {
  const why = noAnswerWords(conversation, status);
  return why && `${why} Your text is kept here.`;
}
