import { DAY, type Instant, later, toSeconds } from '../../time.ts';
import type { PlacedPicture } from '../attachments/attachments.ts';
import { type Conversation, type ConversationChoice, timeOfAnswer } from './conversations.ts';
import { isFree } from './counters.ts';
import { draftExpiry } from './drafts.ts';
import type { Declaration, RecordingText, WritingCounts } from './written-by.ts';

/*
 * Drafts of answers: begun answers, kept on the server, one per recipient, conversation and kind.
 * docs/product/conversations.md#drafts-of-answers
 */

/** The kinds of drafts: of the paid answer, and of the improved answer in a claim. */
export const ANSWER_DRAFT_KINDS = ['ANSWER', 'IMPROVED'] as const;
export type AnswerDraftKind = (typeof ANSWER_DRAFT_KINDS)[number];

/** A begun answer as its author would send it now. */
export type AnswerDraftWords = {
  /** HTML. */
  readonly text: string;
  /** Whether the conversation stays open; absent until it is chosen. */
  readonly choice?: ConversationChoice;
  readonly declaration?: Declaration;
  readonly counts?: WritingCounts;
  /** What the text is of the recording; absent until it is chosen. */
  readonly recordingText?: RecordingText;
  /** The ids of its attachments, in the order in which they are shown. */
  readonly attachments?: readonly string[];
  /** The picture between two paragraphs, if there is one. */
  readonly placedPictures?: readonly PlacedPicture[];
};

/** The time (ms) for which a draft is kept after the deadline of its answer. A pause moves a deadline by at most three days. */
const ANSWER_DRAFT_TIME = 7 * DAY;

/** When a draft that is saved now expires, in epoch seconds. A help ticket has no deadline. */
export function answerDraftExpiry(c: Conversation, kind: AnswerDraftKind, now: Instant): number {
  if (isFree(c)) return draftExpiry(now);
  const deadline = kind === 'ANSWER' ? c.deadlineAt : (c.claim?.until ?? now);
  return toSeconds(later(deadline, ANSWER_DRAFT_TIME));
}

/** Whether the answer that a draft was for has arrived. */
export function hasArrived(c: Conversation, kind: AnswerDraftKind): boolean {
  return kind === 'ANSWER' ? timeOfAnswer(c) !== undefined : c.claim?.improvedAt !== undefined;
}
