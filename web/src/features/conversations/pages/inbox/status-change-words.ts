import type { ConversationStatus } from '#shared/rules/conversations/conversations.ts';
import { ENDING_WORDS, type EndingFacts } from '../../status-words.ts';

const KEPT = 'Your text is kept here.';

/** The reason why a message can no longer be answered; undefined if it can. `status`: the current one. */
export function statusChangeWords(
  conversation: EndingFacts,
  status: ConversationStatus,
): string | undefined {
  switch (status) {
    case 'PENDING':
    case 'NEEDS_INFO':
      return undefined;
    case 'OPEN':
    case 'INVITED':
    case 'COMPLETED':
      return `This letter was already answered, here or on another device. ${KEPT}`;
    default:
      return `${ENDING_WORDS[status].noAnswer(conversation)} ${KEPT}`;
  }
}
