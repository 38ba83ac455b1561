import type { DomainEventType } from '../../domain-events.ts';
import { ZERO } from '../../money.ts';
import { DAY, HOUR, type Instant, later, MINUTE } from '../../time.ts';
import { isUnansweredClaim } from '../conversations/claim-states.ts';
import { type Conversation, timeOfAnswer } from '../conversations/conversations.ts';
import { isFree } from '../conversations/counters.ts';
import { restorableEarning } from '../conversations/restored-earnings.ts';

/* What a sender may expect of a recipient, from how their last orders ended. docs/product/profiles.md#odds */

/** Outcomes count for this time after the order ended. */
export const ODDS_TIME = 90 * DAY;

/** The most outcomes that count and are stored: the newest. */
export const OUTCOMES_MAX = 50;

/** With fewer outcomes a recipient counts as new. */
const OUTCOMES_MIN = 5;

/** The domain events that can change an outcome. */
export const OUTCOME_EVENTS = [
  'conversation.answered',
  'conversation.expired',
  // What takes an earning back, or returns it.
  'conversation.givenBack',
  'claim.decided',
  'claim.givenBack',
  'earning.restored',
  'dispute.lost',
  'dispute.won',
  'money.lost',
] as const satisfies readonly DomainEventType[];

/** How an order ended, and when. */
export type Outcome = {
  readonly at: Instant;
  /** The minutes from the payment to the answer, rounded up; absent if nobody answered. */
  readonly minutes?: number;
};

/** The outcomes of a recipient's orders, by conversation id. */
export type Outcomes = Readonly<Record<string, Outcome>>;

export type Odds = {
  readonly answered: number;
  /** The answered orders, and those that nobody answered by the deadline. */
  readonly ended: number;
  /** The median hours from the payment to the answer, rounded up; null if none was answered. */
  readonly medianHours: number | null;
};

/**
 * The outcome of a conversation; undefined if it does not count: it is free, has not ended, was declined, reported, cancelled or
 * withdrawn, or the earning from its answer was taken back. A claim that was upheld, or that its recipient did not react to, makes it
 * unanswered.
 */
export function outcomeOf(conversation: Conversation): Outcome | undefined {
  const { status, reasonCode, net, paidAt, deadlineAt } = conversation;
  if (isFree(conversation)) return undefined;
  if (status === 'EXPIRED')
    return reasonCode === 'RETURN_TO_SENDER' ? { at: deadlineAt } : undefined;
  const at = timeOfAnswer(conversation);
  if (net === undefined || at === undefined) return undefined;
  if (isUnansweredClaim(conversation.money.claim?.state)) return { at };
  if (isEarningTakenBack(conversation)) return undefined;
  return { at, minutes: Math.ceil((at - paidAt) / MINUTE) };
}

/** Whether the recipient lost the earning: by a lost dispute, a fraudulent payment, a decision of support, or a claim. */
export const isEarningTakenBack = (c: Conversation): boolean =>
  (c.money.back?.clawedBack ?? ZERO) > ZERO || restorableEarning(c) > ZERO;

/**
 * The outcomes with the current one of a conversation, or without it if it has none. Old ones are left out. Returns undefined
 * if the outcome of this conversation is the same as before.
 */
export function withOutcome(
  outcomes: Outcomes,
  conversationId: string,
  outcome: Outcome | undefined,
  now: Instant,
): Outcomes | undefined {
  const { [conversationId]: before, ...others } = outcomes;
  const all = Object.entries(outcome ? { ...others, [conversationId]: outcome } : others);
  const newest = all
    .filter(([, one]) => counts(one, now))
    .sort(([id, one], [otherId, other]) => other.at - one.at || (id < otherId ? 1 : -1))
    .slice(0, OUTCOMES_MAX);
  const after = Object.fromEntries(newest);
  return isSame(before, after[conversationId]) ? undefined : after;
}

const counts = ({ at }: Outcome, now: Instant) => at >= later(now, -ODDS_TIME);

const isSame = (one: Outcome | undefined, other: Outcome | undefined) =>
  one?.at === other?.at && one?.minutes === other?.minutes;

/** The odds at a time; undefined if too few orders have ended. */
export function oddsOf(outcomes: Outcomes, now: Instant): Odds | undefined {
  const ended = Object.values(outcomes).filter((one) => counts(one, now));
  if (ended.length < OUTCOMES_MIN) return undefined;
  const minutes = ended.map((one) => one.minutes).filter((one) => one !== undefined);
  return {
    answered: minutes.length,
    ended: ended.length,
    medianHours: minutes.length > 0 ? hoursUp(median(minutes)) : null,
  };
}

/** Until when there are odds if no other order ends; undefined if there are none. */
export function oddsUntil(outcomes: Outcomes, now: Instant): Instant | undefined {
  const newest = Object.values(outcomes)
    .filter((one) => counts(one, now))
    .toSorted((one, other) => other.at - one.at);
  const last = newest[OUTCOMES_MIN - 1];
  return last && later(last.at, ODDS_TIME);
}

/** At least one hour. */
const hoursUp = (minutes: number) => Math.max(1, Math.ceil((minutes * MINUTE) / HOUR));

/** The middle value; of an even number, the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
