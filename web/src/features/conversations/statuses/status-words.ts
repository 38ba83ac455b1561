import type {
  ConversationStatus,
  EndedStatus,
  ListFilter,
} from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { COMPLETED_WORDS, OPEN_WORDS } from './answered-words.ts';
import { EXPIRED_WORDS } from './expired-words.ts';
import {
  type BannerContent,
  type BannerFacts,
  ENDED_BY_US,
  type EndedWords,
  type EndingFacts,
  type LabelFacts,
  noted,
  type OngoingWords,
  type OrderLabelFacts,
  type RowLabel,
  recipientsMoney,
  sendersMoney,
} from './parts.ts';
import { NEEDS_INFO_WORDS, PENDING_WORDS } from './pending-words.ts';
import { REPORTED_WORDS } from './reported-words.ts';

/*
 * What screens say about each status of a conversation: its banners, its labels in the lists, and why it can no longer be answered.
 * docs/product/conversations.md#banners-and-labels
 */

/** The words of each status. A new status does not compile until it is here. */
const STATUS_WORDS: {
  readonly [Status in ConversationStatus]: Status extends EndedStatus
    ? EndedWords
    : OngoingWords | EndedWords;
} = {
  PENDING: PENDING_WORDS,
  NEEDS_INFO: NEEDS_INFO_WORDS,
  OPEN: OPEN_WORDS,
  INVITED: OPEN_WORDS,
  COMPLETED: COMPLETED_WORDS,
  EXPIRED: EXPIRED_WORDS,
  REPORTED: REPORTED_WORDS,
  DECLINED: {
    recipientBanner: (facts) => ({
      title: 'YOU DECLINED THIS LETTER',
      ...noted(recipientsMoney(facts), facts.note && 'You wrote to them:'),
      ...(facts.note && { quote: facts.note }),
      tone: 'neutral',
    }),
    senderBanner: (facts) => ({
      title: 'THEY DECLINED TO ANSWER',
      ...noted(sendersMoney(facts), facts.note && 'They wrote to you:'),
      ...(facts.note && { quote: facts.note }),
      tone: 'back',
    }),
    endedLabel: () => ({ words: 'declined', tone: 'back', icon: 'back' }),
    noAnswer: () => 'You declined this letter, so it can no longer be answered.',
  },
  CANCELLED: {
    recipientBanner: () => ({ title: 'THE SENDER CANCELED THIS LETTER', tone: 'neutral' }),
    senderBanner: (facts) =>
      facts.reasonCode === 'WITHDRAWN'
        ? { title: 'ORDER CANCELED', ...noted(ENDED_BY_US, sendersMoney(facts)), tone: 'back' }
        : { title: 'YOU CANCELED THIS ORDER', ...noted(sendersMoney(facts)), tone: 'back' },
    endedLabel: () => ({ words: 'canceled', tone: 'back', icon: 'back' }),
    noAnswer: () => 'The sender canceled this letter, so it can no longer be answered.',
  },
};

/** The name of each filter. */
const FILTER_NAMES: { readonly [Filter in ListFilter]: string } = {
  PENDING: 'Pending',
  OPEN: 'Open',
  COMPLETED: 'Closed',
  EXPIRED: 'Expired',
  REPORTED: 'Reported',
  DECLINED: 'Declined',
  CANCELLED: 'Canceled',
};

export const filterName = (filter: ListFilter): string => FILTER_NAMES[filter];

/** The banner of the inbox viewer, for the recipient. */
export const recipientBanner = (facts: BannerFacts): BannerContent =>
  STATUS_WORDS[facts.status].recipientBanner(facts);

/** The banner of the order viewer, for the sender, shown once all messages are loaded. */
export const senderBanner = (facts: BannerFacts): BannerContent =>
  STATUS_WORDS[facts.status].senderBanner(facts);

/** The label of an inbox row. */
export function inboxLabel(row: LabelFacts, viewerId: string, now: Instant): RowLabel {
  const words = STATUS_WORDS[row.status];
  return 'endedLabel' in words
    ? words.endedLabel(row.reasonCode)
    : words.inboxLabel(row, viewerId, now);
}

/**
 * The label of an order row. `messageRead` is about the recipient if the viewer wrote last, otherwise about the
 * viewer.
 */
export function orderLabel(row: OrderLabelFacts, viewerId: string): RowLabel {
  const words = STATUS_WORDS[row.status];
  return 'endedLabel' in words ? words.endedLabel(row.reasonCode) : words.orderLabel(row, viewerId);
}

/** How a conversation ended, in a word: `declined`; undefined if it has not. */
export function endedWord({
  status,
  reasonCode,
}: Pick<LabelFacts, 'status' | 'reasonCode'>): string | undefined {
  const words = STATUS_WORDS[status];
  return 'endedLabel' in words ? words.endedLabel(reasonCode).words : undefined;
}

/** Why a message can no longer be answered, to the recipient; undefined if it can. `status`: the current one. */
export const noAnswerWords = (facts: EndingFacts, status: ConversationStatus): string | undefined =>
  STATUS_WORDS[status].noAnswer?.(facts);
