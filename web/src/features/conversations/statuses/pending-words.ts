import * as payments from '#shared/messages/payments.ts';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { deadlineWords, timeLeftWords, weekdayWords } from '#web/shell/dates.ts';
import { isFree } from '../money-words.ts';
import {
  type BannerFacts,
  type LabelFacts,
  noted,
  type OngoingWords,
  type RowLabel,
} from './parts.ts';

/* The words of a letter that waits for its answer, or for the reply to a question before it. */

export const PENDING_WORDS: OngoingWords = {
  recipientBanner: (facts) =>
    isFree(facts)
      ? { title: 'PENDING YOUR RESPONSE', tone: 'held' }
      : { title: 'PENDING YOUR PAID RESPONSE', tone: 'held' },
  senderBanner: () => ({ title: 'PENDING USER RESPONSE', tone: 'held' }),
  inboxLabel: pendingInboxLabel,
  orderLabel: ({ messageRead, lastMessageUserId, recipientId }) =>
    // A recipient who asked a question has read the message.
    messageRead || lastMessageUserId === recipientId
      ? { words: 'read', tone: 'held', icon: 'read' }
      : { words: 'waiting', tone: 'held', icon: 'clock' },
};

/** A row that the viewer paid for is waiting; any other counts down. */
function pendingInboxLabel(row: LabelFacts, viewerId: string, now: Instant): RowLabel {
  if (row.senderId === viewerId) return { words: 'waiting', tone: 'neutral', icon: 'clock' };
  if (row.deadlineAt >= NO_DEADLINE) return { words: 'waiting', tone: 'held', icon: 'clock' };
  return row.expiringSoon
    ? { words: timeLeftWords(row.deadlineAt, now), tone: 'due', icon: 'clock' }
    : { words: `Due ${weekdayWords(row.deadlineAt, now)}`, tone: 'held', icon: 'clock' };
}

const NEEDS_REPLY = { words: 'needs your reply', tone: 'due', icon: 'new' } as const;

export const NEEDS_INFO_WORDS: OngoingWords = {
  recipientBanner: (facts) => ({
    title: 'WAITING FOR THE SENDER',
    ...noted(
      `You asked a question. Your time to answer is paused${untilWords(facts)}.`,
      'You can answer at any time.',
    ),
    tone: 'held',
  }),
  senderBanner: (facts) => ({
    title: 'THEY NEED YOUR REPLY',
    ...noted(payments.REPLY_IS_FREE, `Their time to answer is paused${untilWords(facts)}.`),
    tone: 'held',
  }),
  inboxLabel: ({ senderId }, viewerId) =>
    senderId === viewerId
      ? NEEDS_REPLY
      : { words: 'waiting for sender', tone: 'neutral', icon: 'clock' },
  orderLabel: () => NEEDS_REPLY,
};

/** The end of the pause at the latest. The year is shown if it is another one than that of the question. */
function untilWords({ clarification }: BannerFacts): string {
  if (!clarification) return '';
  const { until, askedAt } = clarification;
  return ` until ${deadlineWords(until, askedAt)} at the latest`;
}
