import { type Cents, ZERO } from '../../money.ts';
import { type Instant, later, MINUTE } from '../../time.ts';
import { lostEntry } from '../ledger/ledger.ts';
import type { Change, Conversation } from './conversations.ts';
import { countsOn, leftOf, type Takings, takeBack } from './disputes.ts';
import { owing, settled } from './pending-effect.ts';
import { isLost, oweAgain } from './refunds.ts';
import {
  BANK_CONFIRMATION_TIME,
  CAPTURE_MARGIN,
  end,
  forgettable,
  PAYING_TIME,
  settle,
  undo,
} from './state-machine.ts';

/*
 * What follows from where the money is. The provider is asked, never guessed: whatever arrives here was read from it
 * just now, so that late, repeated and reordered messages all lead to the same end.
 */

/** Where a payment stands at the provider, as far as the course of a conversation depends on it. */
export type Standing =
  | { readonly is: 'held'; readonly intentId: string; readonly captureBefore: Instant }
  /** `takings`: what became of it since; absent where nobody looked. */
  | { readonly is: 'charged'; readonly intentId: string; readonly takings?: Takings }
  | { readonly is: 'needsAction'; readonly intentId: string }
  | { readonly is: 'declined'; readonly intentId?: string }
  | { readonly is: 'released'; readonly intentId: string }
  | { readonly is: 'refunded'; readonly intentId: string; readonly takings?: Takings }
  /** The provider knows of no payment for this conversation. */
  | { readonly is: 'none' };

/**
 * The step that follows from what was learned, or undefined when it is nothing new. `balance`: what the recipient is owed,
 * where the money of what they answered is disputed.
 */
export function learn(
  c: Conversation,
  standing: Standing,
  now: Instant,
  balance: Cents = ZERO,
): Change | undefined {
  const step = learnOfCourse(c, standing, now);
  const takings = takingsIn(standing);
  const back = takings && takeBack(step?.next ?? c, takings, balance, now);
  return back ? { ...step, ...back, fact: step?.fact ?? back.fact } : step;
}

/** What became of a payment that was taken. */
export const takingsIn = (standing: Standing): Takings | undefined =>
  standing.is === 'charged' || standing.is === 'refunded' ? standing.takings : undefined;

/** How a payment ended that the provider has nothing of any more: let go, given back, or taken back by the bank. */
function goneBy(standing: Standing): 'RELEASED' | 'REFUNDED' | undefined {
  if (standing.is === 'released') return 'RELEASED';
  if (standing.is === 'refunded') return 'REFUNDED';
  const takings = takingsIn(standing);
  return takings && leftOf(takings) === ZERO ? 'REFUNDED' : undefined;
}

function learnOfCourse(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  if (c.status === 'PAYING') return learnOfPaying(c, standing, now);
  if (c.status === 'UNDONE') return learnOfUndone(c, standing, now);
  if (c.money.owed === 'capture') return learnOfCapture(c, standing, now);
  const takings = takingsIn(standing);
  const refused = takings && oweAgain(c, takings, now);
  if (refused) return refused;
  if (c.money.owed === 'giveBack') return learnOfReturn(c, standing, now);
  if (c.status === 'PENDING' && c.money.state === 'HELD') return learnOfCapture(c, standing, now);
  if (c.money.state === 'CHARGED' || c.money.state === 'IN_REVIEW')
    return learnOfLoss(c, standing, now);
  return learnOfWonDispute(c, standing, now);
}

/** The bank took it for the sender, who was to have it anyway, and gave it again: it goes back to the sender as planned. */
function learnOfWonDispute(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  const takings = takingsIn(standing);
  const decided = takings?.dispute === 'WON' || takings?.dispute === 'LOST';
  if (!decided || countsOn(c) || leftOf(takings) === ZERO || isLost(takings, c.money.unreturned))
    return undefined;
  return { next: { ...c, money: owing(c.money, 'giveBack', now) } };
}

function learnOfPaying(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  switch (standing.is) {
    case 'held': {
      const { intentId, captureBefore } = standing;
      return settle(c, { state: 'HELD', intentId, captureBefore }, now);
    }
    case 'charged':
      return settle(c, { state: 'CHARGED', intentId: standing.intentId }, now);
    case 'needsAction': {
      const { waitingSince } = c.payment;
      if (waitingSince === undefined)
        return {
          next: {
            ...c,
            money: { ...c.money, intentId: standing.intentId },
            payment: { ...c.payment, waitingSince: now },
          },
        };
      return now >= later(waitingSince, BANK_CONFIRMATION_TIME) ? undo(c, true, now) : undefined;
    }
    // Nothing there yet may still be on its way; nothing there after this long never set out.
    case 'none':
      return now >= later(c.createdAt, PAYING_TIME) ? undo(c, false, now) : undefined;
    // A payment the sender was asked to confirm could be tried again with the secret they hold, so it is ended.
    default:
      return undo(c, standing.is === 'declined' && c.payment.waitingSince !== undefined, now);
  }
}

function learnOfUndone(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  const { money } = c;
  switch (standing.is) {
    case 'released':
    case 'refunded':
      return money.owed && { next: forgettable({ ...c, money: settled(money, 'RELEASED') }, now) };
    case 'none': {
      if (!money.owed || now < later(c.createdAt, PAYING_TIME)) return undefined;
      return { next: forgettable({ ...c, money: settled(money, 'RELEASED') }, now) };
    }
    case 'declined':
      return money.owed && !money.intentId && standing.intentId
        ? { next: { ...c, money: { ...money, intentId: standing.intentId } } }
        : undefined;
    // A hold that came to be after all, or a payment that could still become one.
    default: {
      if (money.owed && money.intentId === standing.intentId) return undefined;
      const known = { ...money, intentId: standing.intentId };
      return { next: { ...c, money: owing(known, 'giveBack', now) } };
    }
  }
}

function learnOfCapture(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  // Taken, and given back since: of what somebody answered or reported, both are true.
  const taken = standing.is === 'refunded' && c.status !== 'PENDING';
  if (standing.is === 'charged' || taken) {
    const money = settled(c.money, c.status === 'REPORTED' ? 'IN_REVIEW' : 'CHARGED');
    const captured = { event: 'CAPTURED', at: now, moneyState: money.state } as const;
    return { next: { ...c, money, history: [...c.history, captured] } };
  }
  return learnOfLoss(c, standing, now);
}

function learnOfReturn(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  if (c.money.byHand && isUndecided(standing)) return undefined;
  const state = goneBy(standing);
  if (!state) return learnOfNoReturn(c, standing, now);
  const money = settled(c.money, state);
  const returned = { event: 'RETURNED', at: now, moneyState: state } as const;
  return { next: { ...c, money, history: [...c.history, returned] } };
}

/** A bank holds what is to go back, and may still leave it here: it goes back then. */
const isUndecided = (standing: Standing) =>
  standing.is === 'charged' && takingsIn(standing)?.dispute === 'OPEN';

/** What was to be given back by hand cannot be: it stays where it was, and whoever decided it is told. */
function learnOfNoReturn(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  const takings = takingsIn(standing);
  if (!c.money.byHand || !countsOn(c) || !takings || !isLost(takings)) return undefined;
  const money = settled(c.money, c.status === 'REPORTED' ? 'IN_REVIEW' : 'CHARGED');
  const failed = { event: 'RETURN_FAILED', at: now, moneyState: money.state } as const;
  return {
    // A refund that was refused is told of by what became of it (taken-back.ts).
    next: { ...c, money, history: takings.stuck ? [...c.history, failed] : c.history },
    fact: { type: 'refund.failed', amountCents: leftOf(takings) },
  };
}

/** The money is gone although the conversation counts on it. */
function learnOfLoss(c: Conversation, standing: Standing, now: Instant): Change | undefined {
  const state = goneBy(standing);
  if (!state) return undefined;
  if (c.status === 'PENDING')
    return end(c, { how: 'expire', reasonCode: 'HOLD_LAPSED', gone: state }, now);
  // What was taken first is booked by what became of it (taken-back.ts).
  if (state === 'REFUNDED') return undefined;
  const returned = { event: 'RETURNED', at: now, moneyState: state } as const;
  return {
    next: { ...c, money: settled(c.money, state), history: [...c.history, returned] },
    entry: lostEntry(c, c.status === 'REPORTED' ? 'platform:review' : 'platform:disputes'),
    fact: { type: 'money.lost', amountCents: c.price },
  };
}

/** The step that time alone brings about, or undefined: the deadline, or a hold about to lapse. */
export function fallDue(c: Conversation, now: Instant): Change | undefined {
  if (c.status !== 'PENDING') return undefined;
  if (now >= c.deadlineAt) return end(c, { how: 'expire', reasonCode: 'RETURN_TO_SENDER' }, now);
  if (c.money.owed || !isLapsing(c, now)) return undefined;
  // Performed by whoever decided it, so there is nothing to wait for.
  return { next: { ...c, money: { ...owing(c.money, 'capture', now), tryAt: now } } };
}

function isLapsing({ money }: Conversation, now: Instant): boolean {
  return money.captureBefore !== undefined && now >= later(money.captureBefore, -CAPTURE_MARGIN);
}

const LONGEST_PAUSE = 60 * MINUTE;

/** The provider did not answer: when to ask again. */
export function postponed(c: Conversation, now: Instant): Change {
  const tries = (c.money.tries ?? 0) + 1;
  const pause = Math.min(LONGEST_PAUSE, MINUTE * 2 ** tries);
  return { next: { ...c, money: { ...c.money, tries, tryAt: later(now, pause) } } };
}
