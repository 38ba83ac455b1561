import type { ConversationStatus, MoneyState } from '../../../shared/rules/conversations.ts';
import type { ChipTone } from '../ui/Chip.tsx';
import { recipientsMoneySentence, sendersMoneySentence } from './money-words.ts';

/* What stands over and under a conversation, by status and reason. Spec part 2, section 4. */

export type ConversationBanner = {
  readonly title: string;
  readonly note?: string;
  readonly tone: ChipTone;
  /** Somebody may be in danger: show where help is. */
  readonly helpLines?: boolean;
};

export type BannerFacts = {
  readonly status: ConversationStatus;
  readonly reasonCode: string | null;
  readonly moneyState: MoneyState;
};

const MEANT_FOR_SOMEBODY_ELSE = ['NOT_ME', 'IGNORE'];

/** The banner of the inbox viewer, for the recipient. */
export function recipientBanner({
  status,
  reasonCode,
  moneyState,
}: BannerFacts): ConversationBanner {
  switch (status) {
    case 'PENDING':
      return { title: 'Pending your paid response', tone: 'held' };
    case 'OPEN':
      return { title: 'Conversation remains open', tone: 'earned' };
    case 'INVITED':
      return {
        title: 'Chat invite sent',
        note: 'You have sent this user a request to become a chat contact of yours.',
        tone: 'earned',
      };
    case 'EXPIRED':
      return {
        title: 'Conversation expired',
        note: `It was not answered within 10 days. ${recipientsMoneySentence(moneyState)}`,
        tone: 'neutral',
      };
    case 'REPORTED':
      return reportedToRecipient(reasonCode, moneyState);
    case 'DECLINED':
      return {
        title: 'You declined this message',
        note: recipientsMoneySentence(moneyState),
        tone: 'neutral',
      };
    case 'CANCELLED':
      return { title: 'The sender took this message back', tone: 'neutral' };
    default:
      return { title: 'Conversation has been closed', tone: 'neutral' };
  }
}

function reportedToRecipient(
  reasonCode: string | null,
  moneyState: MoneyState,
): ConversationBanner {
  const title = 'Conversation was reported';
  if (reasonCode && MEANT_FOR_SOMEBODY_ELSE.includes(reasonCode)) {
    const note = `You told us this message was not meant for you. ${recipientsMoneySentence(moneyState)}`;
    return { title, note, tone: 'neutral' };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    const note = `You had concerns for this person’s well-being. ${recipientsMoneySentence(moneyState)}`;
    return { title, note, tone: 'neutral', helpLines: true };
  }
  return {
    title,
    note: 'The sender was charged for this message and their account has been flagged for review.',
    tone: 'neutral',
  };
}

/** The footer of the order viewer, for the sender, once all messages are loaded. */
export function senderBanner({ status, reasonCode, moneyState }: BannerFacts): ConversationBanner {
  switch (status) {
    case 'PENDING':
      return { title: 'Pending user response', tone: 'held' };
    case 'OPEN':
      return { title: 'Conversation remains open', tone: 'earned' };
    case 'INVITED':
      return {
        title: 'Conversation remains open',
        note: 'User has invited you to become a chat contact. Look for the request on the Home page.',
        tone: 'earned',
      };
    case 'EXPIRED':
      return {
        title: 'Conversation expired',
        note: `The recipient did not respond within the allotted 10 days. ${sendersMoneySentence(moneyState)}`,
        tone: 'back',
      };
    case 'REPORTED':
      return reportedToSender(reasonCode, moneyState);
    case 'DECLINED':
      return {
        title: 'They declined to answer',
        note: sendersMoneySentence(moneyState),
        tone: 'back',
      };
    case 'CANCELLED':
      return {
        title: 'You cancelled this order',
        note: sendersMoneySentence(moneyState),
        tone: 'back',
      };
    default:
      return { title: 'Conversation has been closed', tone: 'neutral' };
  }
}

function reportedToSender(reasonCode: string | null, moneyState: MoneyState): ConversationBanner {
  if (reasonCode && MEANT_FOR_SOMEBODY_ELSE.includes(reasonCode)) {
    return {
      title: 'Conversation was ended',
      note: `User believes you sent this to them in error. ${sendersMoneySentence(moneyState)}`,
      tone: 'back',
    };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    return {
      title: 'They could not answer this',
      note: `${sendersMoneySentence(moneyState)} You do not have to carry this alone.`,
      tone: 'back',
      helpLines: true,
    };
  }
  return {
    title: 'Conversation was reported',
    note: 'You have been charged for this message and your account has been flagged for review.',
    tone: 'neutral',
  };
}
