import { partTooLarge, refundedMeanwhile, refundRefusals } from '../../messages/staff.ts';
import { type Cents, minus, plus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { type Conversation, isPending, type PartRefund } from './conversations.ts';
import {
  claimObstacle,
  decisionForEnded,
  type OperatorDecision,
  refundObstacle,
} from './manual-refunds.ts';
import { wentToReview } from './money-state.ts';
import { withPendingEffect } from './pending-effect.ts';

/*
 * Partial refunds that the desk decides about answered messages. The platform bears them; the recipient keeps the earning.
 *
 * A decision states what the sender has back in all afterwards (`total`), and it holds only if what was given back before is
 * what the member of staff has seen. So a decision that is sent twice is one decision, and after a crash Stripe is asked only
 * for what is missing. refunds.ts confirms the refund, and disputes.ts books it like one that was made in Stripe's dashboard.
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
  if (wentToReview(c)) return { refused: refundRefusals.REPORTED_PART };
  if (isPending(c.status)) return { refused: refundRefusals.UNANSWERED_PART };
  return c.net === undefined ? decisionForEnded(c) : undefined;
}

/** Whether the latest decision led to this total, and its refund is pending or done. */
const isDecided = (c: Conversation, total: Cents): boolean =>
  c.money.part?.total === total && (c.money.owed === 'refundPart' || isPartRefunded(c));
