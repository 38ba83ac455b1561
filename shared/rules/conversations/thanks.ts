import * as z from 'zod/mini';
import { DAY, type Instant, later } from '../../time.ts';
import { isEarningTakenBack } from '../profiles/odds.ts';
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
/** The most thank-yous that a profile shows. They are one item, which every view of the profile reads. */
export const SHOWN_THANKS_MAX = 20;

const TOO_LONG = 'Please keep this to 140 characters';

/** The schema of the sentence, in plain text; empty if nothing is said. */
export const thanksText = z.string('Please write one sentence, or none').check(
  z.overwrite(oneLine),
  z.maxLength(THANKS_UNITS_MAX, TOO_LONG),
  z.refine((text) => thanksLength(text) <= THANKS_MAX, TOO_LONG),
);

/** The number of graphemes of a sentence. */
export const thanksLength = (text: string): number => [...graphemes(text)].length;

/** The sender's choices who may read the sentence: the recipient alone, or everybody, with the sender's first name or without. */
export const THANKS_CHOICES = ['NO', 'NAME', 'NO_NAME'] as const;
export type ThanksChoice = (typeof THANKS_CHOICES)[number];

/** The sender's consent that the recipient shows the sentence on the profile. */
export type ThanksConsent = {
  readonly at: Instant;
  /** The sentence that may be shown. */
  readonly text: string;
  /** The first name that may stand under it; absent if none may. */
  readonly name?: string;
};

/** What the sender said in thanks. */
export type Thanks = {
  readonly at: Instant;
  /** One sentence; absent if they only thanked. */
  readonly text?: string;
  /** Absent if nobody but the recipient may read it. */
  readonly consent?: ThanksConsent;
  /** Since when the recipient shows it on the profile, and its id there; absent if they do not. */
  readonly shown?: { readonly id: string; readonly at: Instant };
};

/** A thank-you as a profile shows it. */
export type ShownThanks = {
  readonly conversationId: string;
  readonly senderId: string;
  readonly text: string;
  readonly name?: string;
  /** When the sender said thanks. */
  readonly at: Instant;
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

/**
 * Whether a conversation counts in "31 of 47 said thanks": its paid response was captured, no claim returned the money, and the earning
 * was not taken back in another way, as in the odds.
 */
const countsForThanks = (c: Conversation): boolean =>
  !isFree(c) &&
  c.net !== undefined &&
  c.money.owed !== 'capture' &&
  !isReturned(c.money.claim?.state) &&
  !isEarningTakenBack(c);

/** What a conversation adds to the two figures of its recipient. */
function countsOf(c: Conversation) {
  const counts = countsForThanks(c);
  return { paidAnswerCount: counts ? 1 : 0, thankedCount: counts && c.thanks ? 1 : 0 };
}

/** The changes to the two figures of a recipient, by the difference between what a conversation adds after a change and before it. */
export function changeOfThanksCounts(before: Conversation, after: Conversation) {
  const [was, is] = [countsOf(before), countsOf(after)];
  return {
    paidAnswerCount: is.paidAnswerCount - was.paidAnswerCount,
    thankedCount: is.thankedCount - was.thankedCount,
  };
}

/** The choice that the sender made. */
const choiceOf = ({ consent }: Thanks): ThanksChoice =>
  !consent ? 'NO' : consent.name === undefined ? 'NO_NAME' : 'NAME';

/** What the sender says: a sentence or none, who may read it, and their first name now. */
type Said = { readonly text: string; readonly choice: ThanksChoice; readonly name: string };

/** Whether the sender said exactly this. Without a sentence there is nothing to choose. */
export const saysTheSame = ({ thanks }: Conversation, { text, choice }: Said): boolean =>
  thanks !== undefined &&
  (thanks.text ?? '') === text &&
  (text === '' || choiceOf(thanks) === choice);

/**
 * Thanks, or changes what was said. A new sentence or choice is a new consent. A new sentence is not shown until the recipient has
 * chosen it. The caller has checked that the sender may.
 */
export function thank(c: Conversation, { text, choice, name }: Said, now: Instant): Change {
  const { at = now, text: before, shown } = c.thanks ?? {};
  const mayShow = text !== '' && choice !== 'NO' && !c.thanksRemoved;
  const consent = { at: now, text, ...(choice === 'NAME' && { name }) };
  const isShown = mayShow && shown && text === before;
  const thanks = {
    at,
    ...(text !== '' && { text }),
    ...(mayShow && { consent }),
    ...(isShown && { shown }),
  };
  return { next: { ...c, thanks } };
}

/** Takes back what was said. */
export function withoutThanks(c: Conversation): Change {
  const { thanks: _, ...next } = c;
  return { next };
}

/** Withdraws the consent, which takes the thank-you off the profile; undefined if there is none. */
export function withoutConsent(c: Conversation): Change | undefined {
  if (!c.thanks?.consent) return undefined;
  const { consent: _, shown: __, ...thanks } = c.thanks;
  return { next: { ...c, thanks } };
}

/** Withdraws the consent for good, by a decision of staff; undefined if there is none. */
export function withoutShowing(c: Conversation): Change | undefined {
  const change = withoutConsent(c);
  return change && { next: { ...change.next, thanksRemoved: true } };
}

/** The consent that the recipient may act on; undefined if there is none, or the thank-you does not count. */
export const standingConsent = (c: Conversation): ThanksConsent | undefined =>
  countsForThanks(c) ? c.thanks?.consent : undefined;

/** Shows a thank-you on the profile. The caller has checked that there is a consent. */
export const showThanks = (c: Conversation, id: string, now: Instant): Change =>
  c.thanks ? { next: { ...c, thanks: { ...c.thanks, shown: { id, at: now } } } } : { next: c };

/** Takes a thank-you off the profile; the consent stays. */
export function hideThanks(c: Conversation): Change {
  if (!c.thanks) return { next: c };
  const { shown: _, ...thanks } = c.thanks;
  return { next: { ...c, thanks } };
}

/** The conversation with its thank-you taken off the profile, if it does not count any more: it stays off, whatever follows. */
export const withStandingThanks = (c: Conversation): Conversation =>
  c.thanks?.shown && !countsForThanks(c) ? hideThanks(c).next : c;

/** A thank-you as the profile shows it, with its id there; undefined if it does not. */
export function shownThanksOf(
  c: Conversation,
): { readonly id: string; readonly shown: ShownThanks } | undefined {
  const { at, consent, shown } = c.thanks ?? {};
  if (at === undefined || !consent || !shown) return undefined;
  const { text, name } = consent;
  const names = name === undefined ? {} : { name };
  return {
    id: shown.id,
    shown: { conversationId: c.id, senderId: c.sender.id, text, ...names, at },
  };
}
