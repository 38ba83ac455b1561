import { wroteLast } from '../lists/labels.ts';
import type { BannerContent, BannerFacts, EndedWords, OngoingWords } from './parts.ts';

/* The words of a letter that was answered: open for free replies, or closed. */

const ALREADY_ANSWERED = 'This letter was already answered, here or on another device.';

/** Also of a conversation in which one side has invited the other to chat. */
export const OPEN_WORDS: OngoingWords = {
  recipientBanner: openBanner,
  senderBanner: openBanner,
  inboxLabel: (row, viewerId) =>
    wroteLast(row, viewerId)
      ? { words: 'sent', tone: 'earned', icon: 'sent' }
      : { words: 'open', tone: 'earned', icon: 'open' },
  orderLabel: (row, viewerId) => {
    if (wroteLast(row, viewerId)) return { words: 'sent', tone: 'earned', icon: 'sent' };
    return row.messageRead
      ? { words: 'open', tone: 'earned', icon: 'open' }
      : { words: 'new', tone: 'earned', icon: 'new' };
  },
  noAnswer: () => ALREADY_ANSWERED,
};

/** Either side may have invited the other, so the banner depends on their relation and is the same for both. */
function openBanner({ contactState }: BannerFacts): BannerContent {
  switch (contactState) {
    case 'INVITED_BY_ME':
      return {
        title: 'CHAT INVITE SENT',
        note: 'You have sent this user a request to become a chat contact of yours.',
        tone: 'earned',
      };
    case 'INVITED_ME':
      return {
        title: 'CONVERSATION REMAINS OPEN',
        note: 'User has invited you to become a chat contact. Look for request on the Home page.',
        tone: 'earned',
      };
    case 'CONTACT':
      return {
        title: 'CONVERSATION REMAINS OPEN',
        note: 'You’re contacts now. You can go on in chat.',
        tone: 'earned',
      };
    default:
      return { title: 'CONVERSATION REMAINS OPEN', tone: 'earned' };
  }
}

export const COMPLETED_WORDS: EndedWords = {
  recipientBanner: () => ({ title: 'CONVERSATION HAS BEEN CLOSED', tone: 'neutral' }),
  senderBanner: () => ({ title: 'CONVERSATION HAS BEEN CLOSED', tone: 'neutral' }),
  endedLabel: () => ({ words: 'closed', tone: 'neutral', icon: 'closed' }),
  noAnswer: () => ALREADY_ANSWERED,
};
