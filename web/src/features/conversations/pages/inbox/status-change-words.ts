import type { ConversationStatus } from '#shared/rules/conversations/conversations.ts';
import type { Conversation } from '../../conversation.ts';
import { isFree, paymentWent } from '../../money-words.ts';

type Facts = Pick<Conversation, 'price' | 'reasonCode' | 'moneyState'>;

const KEPT = 'Your text is kept here.';

/** The reason why a message can no longer be answered; undefined if it can. `status`: the current one. */
export function statusChangeWords(
  conversation: Facts,
  status: ConversationStatus,
): string | undefined {
  switch (status) {
    case 'PENDING':
    case 'NEEDS_INFO':
      return undefined;
    case 'CANCELLED':
      return `The sender canceled this letter, so it can no longer be answered. ${KEPT}`;
    case 'EXPIRED':
      return `${whyExpired(conversation)} ${KEPT}`;
    case 'OPEN':
    case 'INVITED':
    case 'COMPLETED':
      return `This letter was already answered, here or on another device. ${KEPT}`;
    case 'DECLINED':
      return `You declined this letter, so it can no longer be answered. ${KEPT}`;
    case 'REPORTED':
      return `You ended this conversation with a report, so it can no longer be answered. ${KEPT}`;
  }
}

function whyExpired(conversation: Facts): string {
  if (conversation.reasonCode === 'HOLD_LAPSED')
    return `${paymentWent(conversation.moneyState)}, so it can no longer be answered.`;
  if (conversation.reasonCode === 'PAYMENT_WITHDRAWN')
    return 'This letter was withdrawn because its payment failed. It can no longer be answered.';
  return isFree(conversation)
    ? 'The 10 days are over.'
    : 'The 10 days are over, and the sender gets all of the money back.';
}
