import type { ConversationStatus, MoneyState } from '../../../shared/rules/conversations.ts';
import type { ChipTone } from '../ui/Chip.tsx';
import { recipientsMoneySentence, sendersMoneySentence } from './money-words.ts';

/* What stands over and under a conversation, by status and reason. Spec part 2, section 4. */

export type ConversationBanner = {
  /** In capitals, as the specification has them. */
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
      // What waits and was never charged is free of charge: a help ticket.
      return moneyState === 'RELEASED'
        ? { title: 'PENDING YOUR RESPONSE', tone: 'held' }
        : { title: 'PENDING YOUR PAID RESPONSE', tone: 'held' };
    case 'OPEN':
      return { title: 'CONVERSATION REMAINS OPEN', tone: 'earned' };
    case 'INVITED':
      return {
        title: 'CHAT INVITE SENT',
        note: 'You have sent this user a request to become a chat contact of yours.',
        tone: 'earned',
      };
    case 'EXPIRED':
      return {
        title: 'CONVERSATION EXPIRED',
        note: `It was not answered within 10 days. ${recipientsMoneySentence(moneyState)}`,
        tone: 'neutral',
      };
    case 'REPORTED':
      return reportedToRecipient(reasonCode, moneyState);
    case 'DECLINED':
      return {
        title: 'YOU DECLINED THIS MESSAGE',
        note: recipientsMoneySentence(moneyState),
        tone: 'neutral',
      };
    case 'CANCELLED':
      return { title: 'THE SENDER TOOK THIS MESSAGE BACK', tone: 'neutral' };
    default:
      return { title: 'CONVERSATION HAS BEEN CLOSED', tone: 'neutral' };
  }
}

function reportedToRecipient(
  reasonCode: string | null,
  moneyState: MoneyState,
): ConversationBanner {
  const title = 'CONVERSATION WAS REPORTED';
  if (reasonCode && MEANT_FOR_SOMEBODY_ELSE.includes(reasonCode)) {
    const note = `You told us this message was not meant for you. ${recipientsMoneySentence(moneyState)}`;
    return { title, note, tone: 'neutral' };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    const money =
      moneyState === 'REFUNDED'
        ? recipientsMoneySentence(moneyState)
        : 'The user was not charged for this message.';
    const note = `You had concerns for the person's well being. ${money}`;
    return { title, note, tone: 'neutral', helpLines: true };
  }
  return {
    title,
    note:
      moneyState === 'RELEASED'
        ? 'User was not charged. Their account has been flagged for review.'
        : 'User was charged for this transaction and their account has been flagged for review.',
    tone: 'neutral',
  };
}

/** The footer of the order viewer, for the sender, once all messages are loaded. */
export function senderBanner({ status, reasonCode, moneyState }: BannerFacts): ConversationBanner {
  switch (status) {
    case 'PENDING':
      return { title: 'PENDING USER RESPONSE', tone: 'held' };
    case 'OPEN':
      return { title: 'CONVERSATION REMAINS OPEN', tone: 'earned' };
    case 'INVITED':
      return {
        title: 'CONVERSATION REMAINS OPEN',
        note: 'User has invited you to become a chat contact. Look for request on the Home page.',
        tone: 'earned',
      };
    case 'EXPIRED':
      return {
        title: 'CONVERSATION EXPIRED',
        note: `The recipient did not respond within the allotted 10 days. ${sendersMoneySentence(moneyState)}`,
        tone: 'back',
      };
    case 'REPORTED':
      return reportedToSender(reasonCode, moneyState);
    case 'DECLINED':
      return {
        title: 'THEY DECLINED TO ANSWER',
        note: sendersMoneySentence(moneyState),
        tone: 'back',
      };
    case 'CANCELLED':
      return {
        title: 'YOU CANCELLED THIS ORDER',
        note: sendersMoneySentence(moneyState),
        tone: 'back',
      };
    default:
      return { title: 'CONVERSATION HAS BEEN CLOSED', tone: 'neutral' };
  }
}

function reportedToSender(reasonCode: string | null, moneyState: MoneyState): ConversationBanner {
  if (reasonCode && MEANT_FOR_SOMEBODY_ELSE.includes(reasonCode)) {
    return {
      title: 'CONVERSATION WAS ENDED',
      note: `User believes you sent this to them in error. ${sendersMoneySentence(moneyState)}`,
      tone: 'back',
    };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    return {
      // Not in capitals like the others: whoever reads this may be in danger.
      title: 'They could not answer this',
      note: `${sendersMoneySentence(moneyState)} You do not have to carry this alone.`,
      tone: 'back',
      helpLines: true,
    };
  }
  return {
    title: 'CONVERSATION WAS REPORTED',
    note:
      moneyState === 'RELEASED'
        ? 'You were not charged for this message. Your account has been flagged for review.'
        : 'You have been charged for this message and your account has been flagged for review.',
    tone: 'neutral',
  };
}
