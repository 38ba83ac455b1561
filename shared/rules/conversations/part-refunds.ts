import { partTooLarge, refundedMeanwhile, refundRefusals } from '../../messages/staff.ts';
import { type Cents, minus, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { type Change, type Conversation, isPending, type PartRefund } from './conversations.ts';
import { type ChargeSummary, refundableAmount } from './disputes.ts';
import {
  claimObstacle,
  decisionForEnded,
  isReported,
  type OperatorDecision,
  refundObstacle,
} from './manual-refunds.ts';
import { withoutPendingEffect, withPendingEffect } from './pending-effect.ts';

/*
 * Partial refunds that the desk decides about answered messages. The platform bears them; the recipient keeps the earning.
 *
 * A decision states what the sender has back in all afterwards (`total`), and it holds only if what was given back before is
 * what the member of staff has seen. So a decision that is sent twice is one decision, and after a crash Stripe is asked only
 * for what is missing. disputes.ts books the refund like one that was made in Stripe's dashboard.
 */

/** A part that a member of staff gives back. `givenBack`: what was given back before, as they have seen it. In cents. */
export type Part = { readonly amount: Cents; readonly givenBack: Cents };

/** What the sender has back after a part, in all. */
export const totalOf = ({ amount, givenBack }: Part): Cents => plus(amount, givenBack);

/** The part of the price that is no longer at Stripe. */
export const givenBackBefore = ({ money }: Conversation): Cents => money.back?.gone ?? ZERO;

/** Whether the latest decision about a part is carried out. It no longer is if the bank refuses the refund later. */
export function isPartRefunded(c: Conversation): boolean {
  const { part } = c.money;
  return part !== undefined && !part.failed && givenBackBefore(c) >= part.total;
}

/** Refunds a part of the price of an answered message to its sender. */
export function refundPart(
  c: Conversation,
  part: Part,
  byUserId: string,
  now: Instant,
): OperatorDecision {
  const obstacle = statusObstacle(c);
  if (obstacle) return obstacle;
  if (isDecided(c, totalOf(part))) return { already: refundRefusals.PART_REFUNDED };
  const no = claimObstacle(c) ?? refundObstacle(c);
  if (no) return no;
  if (c.money.byHand) return { refused: refundRefusals.FULL_DECIDED };
  const before = givenBackBefore(c);
  if (before !== part.givenBack) return { refused: refundedMeanwhile(before) };
  const left = minus(c.price, before);
  if (part.amount <= ZERO || part.amount >= left) return { refused: partTooLarge(left) };
  const count = (c.money.part?.count ?? 0) + 1;
  const decided: PartRefund = { total: totalOf(part), amount: part.amount, count, byUserId };
  return {
    change: {
      next: { ...c, money: { ...withPendingEffect(c.money, 'refundPart', now), part: decided } },
    },
  };
}

/** The reason why no part of a message in this status can be refunded; undefined if there is none. */
function statusObstacle(c: Conversation): OperatorDecision | undefined {
  if (c.status === 'PAYING' || c.status === 'UNDONE') return { refused: refundRefusals.NOT_SENT };
  if (c.price === ZERO) return { refused: refundRefusals.FREE };
  if (isReported(c)) return { refused: refundRefusals.REPORTED_PART };
  if (isPending(c.status)) return { refused: refundRefusals.UNANSWERED_PART };
  return c.net === undefined ? decisionForEnded(c) : undefined;
}

/** Whether the latest decision led to this total, and its refund is pending or done. */
const isDecided = (c: Conversation, total: Cents): boolean =>
  c.money.part?.total === total && (c.money.owed === 'refundPart' || isPartRefunded(c));

/**
 * Applies the state at Stripe to a pending partial refund: it is done, or Stripe cannot make it, because a dispute has opened or
 * the bank refused it. Undefined while it is still to be made.
 */
export function applyPartRefund(
  c: Conversation,
  chargeSummary: ChargeSummary,
  now: Instant,
): Change | undefined {
  const { part, back, state } = c.money;
  if (!part) return undefined;
  const { refunded, dispute, refused = 0 } = chargeSummary;
  const money = withoutPendingEffect(c.money, state);
  if (refunded < part.total) {
    const isImpossible = dispute === 'OPEN' || dispute === 'LOST' || refused > (back?.refused ?? 0);
    return isImpossible
      ? { next: { ...c, money: { ...money, part: { ...part, failed: true } } } }
      : undefined;
  }
  const next = { ...c, money };
  // An outside refund of the whole price came first, which disputes.ts describes.
  if (refundableAmount(chargeSummary) === ZERO) return { next };
  const { amount } = part;
  const event = { event: 'PARTLY_REFUNDED', at: now, moneyState: state, amount } as const;
  return {
    next: { ...next, history: [...c.history, event] },
    // A change has one domain event, and that of a new dispute matters more.
    ...(dispute === back?.dispute && {
      domainEvent: { type: 'conversation.givenBack', amountCents: amount },
    }),
  };
}
