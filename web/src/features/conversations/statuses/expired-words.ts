import { bankWarned } from '#shared/messages/checkout.ts';
import { isFree, paymentWent } from '../money-words.ts';
import {
  type BannerFacts,
  ENDED_BY_US,
  type EndedWords,
  type EndingFacts,
  noted,
  recipientsMoney,
  sendersMoney,
} from './parts.ts';

/* The words of a letter that nobody answered in time, or that its bank, its payment or support ended. */

export const EXPIRED_WORDS: EndedWords = {
  recipientBanner: (facts) => ({
    title: expiredTitle(facts),
    ...noted(whyToRecipient(facts), recipientsMoney(facts)),
    tone: 'neutral',
  }),
  senderBanner: (facts) => ({
    title: expiredTitle(facts),
    ...noted(whyToSender(facts), sendersMoney(facts)),
    tone: 'back',
  }),
  endedLabel: () => ({ words: 'expired', tone: 'back', icon: 'back' }),
  noAnswer,
};

/** A warning of the sender's bank ends a message before its time; each side has a reason code of its own. */
const expiredTitle = ({ reasonCode }: BannerFacts) =>
  reasonCode === 'FRAUD_WARNING' || reasonCode === 'PAYMENT_WITHDRAWN'
    ? 'CONVERSATION WAS ENDED'
    : 'CONVERSATION EXPIRED';

const PAYMENT_WITHDRAWN = 'This letter was withdrawn because its payment failed.';

function whyToRecipient({ reasonCode, moneyState }: BannerFacts): string {
  if (reasonCode === 'WITHDRAWN') return ENDED_BY_US;
  if (reasonCode === 'PAYMENT_WITHDRAWN') return PAYMENT_WITHDRAWN;
  if (reasonCode !== 'HOLD_LAPSED') return 'It wasn’t answered within 10 days.';
  return `${paymentWent(moneyState)}.`;
}

function whyToSender({ reasonCode, moneyState }: BannerFacts): string | undefined {
  if (reasonCode === 'RETURN_TO_SENDER')
    return 'The recipient did not respond within the allotted 10 days.';
  if (reasonCode === 'WITHDRAWN') return ENDED_BY_US;
  if (reasonCode === 'FRAUD_WARNING') return bankWarned(moneyState);
  return reasonCode === 'HOLD_LAPSED' ? `${paymentWent(moneyState)}.` : undefined;
}

function noAnswer(facts: EndingFacts): string {
  if (facts.reasonCode === 'HOLD_LAPSED')
    return `${paymentWent(facts.moneyState)}, so it can no longer be answered.`;
  if (facts.reasonCode === 'PAYMENT_WITHDRAWN')
    return `${PAYMENT_WITHDRAWN} It can no longer be answered.`;
  return isFree(facts)
    ? 'The 10 days are over.'
    : 'The 10 days are over, and the sender gets all of the money back.';
}
