import type { EndedStatus, ListFilter } from '#shared/rules/conversations/conversations.ts';
import { isRefundedReport } from '#shared/rules/conversations/refunded-reports.ts';
import type { ChipTone } from '#web/ui/Chip.tsx';
import type { Conversation } from './conversation.ts';
import { isFree, paymentWent } from './money-words.ts';

/* The words and the color of each status in the lists, and why a message can no longer be answered. */

export type LabelIcon = 'clock' | 'open' | 'sent' | 'back' | 'flag' | 'closed' | 'new' | 'read';

/** The label of a row in a list: one word or a deadline. */
export type RowLabel = {
  readonly words: string;
  readonly tone: ChipTone;
  readonly icon: LabelIcon;
};

export type EndingFacts = Pick<Conversation, 'price' | 'reasonCode' | 'moneyState'>;

type EndingWords = {
  /** The name of the filter. */
  readonly filter: string;
  readonly label: (reasonCode: string | null) => RowLabel;
  /** To the recipient, who is writing an answer: why it can no longer be sent. */
  readonly noAnswer: (facts: EndingFacts) => string;
};

/** The words of each ending without an answer. A new ending does not compile until it is here. */
export const ENDING_WORDS: { readonly [Status in EndedStatus]: EndingWords } = {
  EXPIRED: {
    filter: 'Expired',
    label: () => ({ words: 'expired', tone: 'back', icon: 'back' }),
    noAnswer: whyExpired,
  },
  REPORTED: {
    filter: 'Reported',
    // After some reports the message was ended and its money goes back. Then the label blames nobody.
    label: (reasonCode) =>
      reasonCode !== null && isRefundedReport(reasonCode)
        ? { words: 'ended', tone: 'back', icon: 'back' }
        : { words: 'reported', tone: 'neutral', icon: 'flag' },
    noAnswer: () => 'You ended this conversation with a report, so it can no longer be answered.',
  },
  DECLINED: {
    filter: 'Declined',
    label: () => ({ words: 'declined', tone: 'back', icon: 'back' }),
    noAnswer: () => 'You declined this letter, so it can no longer be answered.',
  },
  CANCELLED: {
    filter: 'Canceled',
    label: () => ({ words: 'canceled', tone: 'back', icon: 'back' }),
    noAnswer: () => 'The sender canceled this letter, so it can no longer be answered.',
  },
};

function whyExpired(facts: EndingFacts): string {
  if (facts.reasonCode === 'HOLD_LAPSED')
    return `${paymentWent(facts.moneyState)}, so it can no longer be answered.`;
  if (facts.reasonCode === 'PAYMENT_WITHDRAWN')
    return 'This letter was withdrawn because its payment failed. It can no longer be answered.';
  return isFree(facts)
    ? 'The 10 days are over.'
    : 'The 10 days are over, and the sender gets all of the money back.';
}

export const CLOSED_LABEL: RowLabel = { words: 'closed', tone: 'neutral', icon: 'closed' };

/** The name of each filter. */
export const filterName = (filter: ListFilter): string => {
  switch (filter) {
    case 'PENDING':
      return 'Pending';
    case 'OPEN':
      return 'Open';
    case 'COMPLETED':
      return 'Closed';
    default:
      return ENDING_WORDS[filter].filter;
  }
};
