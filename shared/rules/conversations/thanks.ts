import * as z from 'zod/mini';
import { DAY, type Instant, later } from '../../time.ts';
import { graphemes } from '../text/graphemes.ts';
import { oneLine } from '../text.ts';
import { isReturned } from './claim-states.ts';
import { type Change, type Conversation, type Side, timeOfAnswer } from './conversations.ts';
import { isFree } from './counters.ts';

/*
 * Thanks for a paid response. They change neither the status nor the money, and neither the lists nor what is unread. A refund by a
 * claim takes them along. docs/product/conversations.md#thanks
 */

/** The sender's time to thank, from the paid response. */
const THANK_TIME = 30 * DAY;
/** The most graphemes of the sentence. */
export const THANKS_MAX = 140;
/** The most UTF-16 units of the sentence: an emoji with its modifiers is one grapheme of many units. */
const THANKS_UNITS_MAX = 2_000;

const TOO_LONG = 'Please keep this to 140 characters';

/** The schema of the sentence, in plain text; empty if nothing is said. */
export const thanksText = z.string('Please write one sentence, or none').check(
  z.overwrite(oneLine),
  z.maxLength(THANKS_UNITS_MAX, TOO_LONG),
  z.refine((text) => thanksLength(text) <= THANKS_MAX, TOO_LONG),
);

/** The number of graphemes of a sentence. */
export const thanksLength = (text: string): number => [...graphemes(text)].length;

/** What the sender said in thanks. */
export type Thanks = {
  readonly at: Instant;
  /** One sentence; absent if they only thanked. */
  readonly text?: string;
};

/** Until when this side may thank, or change what it said; undefined if it may not. */
export function thankUntil(c: Conversation, side: Side, now: Instant): Instant | undefined {
  const answeredAt = timeOfAnswer(c);
  if (side !== 'sender' || answeredAt === undefined || isFree(c)) return undefined;
  const until = later(answeredAt, THANK_TIME);
  return now < until && !isReturned(c.money.claim?.state) ? until : undefined;
}

/** What the sender said; undefined if nothing, or if a claim has returned the money. */
export const thanksFor = ({ thanks, money }: Conversation): Thanks | undefined =>
  isReturned(money.claim?.state) ? undefined : thanks;

/** Whether the sender said exactly this. */
export const saysTheSame = (c: Conversation, text: string): boolean =>
  c.thanks !== undefined && (c.thanks.text ?? '') === text;

/** Thanks, or changes what was said. The caller has checked that the sender may. */
export function thank(c: Conversation, text: string, now: Instant): Change {
  const at = c.thanks?.at ?? now;
  return { next: { ...c, thanks: { at, ...(text !== '' && { text }) } } };
}

/** Takes back what was said. */
export function withoutThanks(c: Conversation): Change {
  const { thanks: _, ...next } = c;
  return { next };
}
