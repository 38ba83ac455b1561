import type { EarningAfterRefund } from '../../messages/payments.ts';
import { earningPaidOut, refundRefusals } from '../../messages/staff.ts';
import { type Cents, cents, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { keptEntry, reversedEarningEntry } from '../ledger/ledger.ts';
import { isUndecided } from './claim-states.ts';
import { type Change, type Conversation, isPending, type ManualDecision } from './conversations.ts';
import { wentToReview } from './money-state.ts';
import { mayRetryRefund, withPendingEffect } from './pending-effect.ts';
import { restorableEarning } from './restored-earnings.ts';
import { end } from './state-machine.ts';

/*
 * Decisions of an operator about the money of a conversation. They are carried out like every other decision: saved with a
 * ledger entry and an audit entry, performed at Stripe, confirmed by the payment status, and completed by the sweep.
 *
 * The platform bears a refund after an answer: the recipient answered and keeps the earning. The recipient gives it up only if
 * the operator says so, and only while their balance covers all of it; then the fee is returned as well. A refund of a
 * reported message is paid from the review account.
 */

/** The result of an operator's command: a change, or a sentence that says why nothing needs to be done or why it is refused. */
export type OperatorDecision =
  | { readonly change: Change }
  | { readonly already: string }
  | { readonly refused: string };

/** The party that bears a refund after an answer. */
export type Bearer = 'platform' | 'recipient';

/** The recipient's earning after a refund that staff decided. */
export function earningAfterRefund(c: Conversation): EarningAfterRefund {
  if (c.net === undefined) return 'NONE';
  return restorableEarning(c) === ZERO ? 'KEPT' : 'TAKEN_BACK';
}

/** Refunds a pending or answered conversation by an operator's decision. `balance`: the recipient's current balance. */
export function refundManually(
  c: Conversation,
  bearer: Bearer,
  balance: Cents,
  now: Instant,
): OperatorDecision {
  if (c.status === 'PAYING' || c.status === 'UNDONE') return { refused: refundRefusals.NOT_SENT };
  if (c.price === ZERO) return { refused: refundRefusals.FREE };
  if (wentToReview(c)) return { refused: refundRefusals.REPORTED };
  if (isPending(c.status)) return refundPending(c, bearer, now);
  if (c.net === undefined) return decisionForEnded(c);
  const no = claimObstacle(c) ?? refundObstacle(c);
  if (no) return no;
  if (bearer === 'platform') return { change: startRefund(c, ZERO, now) };
  if (c.money.byHand) return { refused: refundRefusals.BEARER_DECIDED };
  if (balance < c.net) return { refused: earningPaidOut(c.net, cents(Math.max(ZERO, balance))) };
  const step = startRefund(c, c.net, now);
  return {
    change: {
      ...step,
      entry: reversedEarningEntry(c, c.recipient.id, c.net),
      balanceChange: { userId: c.recipient.id, by: minus(ZERO, c.net) },
    },
  };
}

/** Ends a pending conversation with a refund. It does not count in the recipient's response rate. */
function refundPending(c: Conversation, bearer: Bearer, now: Instant): OperatorDecision {
  if (bearer === 'recipient') return { refused: refundRefusals.UNANSWERED };
  return { change: expireByOperator(c, now) };
}

/** Expires a pending conversation by an operator's decision. */
export const expireByOperator = (c: Conversation, now: Instant): Change =>
  end(c, { how: 'expire', reasonCode: 'WITHDRAWN' }, now);

/** Cancels a pending conversation for its sender, by an operator's decision. */
export const cancelByOperator = (c: Conversation, now: Instant): Change =>
  end(c, { how: 'cancel', reasonCode: 'WITHDRAWN' }, now);

/** The decision about a conversation that ended without an answer: nothing is left to refund. */
export function decisionForEnded({ money }: Conversation): OperatorDecision {
  if (money.state === 'CHARGED') return { refused: refundRefusals.REFUSED_BY_BANK };
  return money.state === 'RELEASED'
    ? { already: refundRefusals.NEVER_CHARGED }
    : { already: refundRefusals.REFUNDED_IN_FULL };
}

/** Decides about a report: the sender gets all of the money back, or the platform keeps it. */
export function review(
  c: Conversation,
  decision: ManualDecision['decided'],
  now: Instant,
): OperatorDecision {
  if (!wentToReview(c)) return { refused: refundRefusals.NOT_IN_REVIEW };
  if (c.price === ZERO) return { refused: refundRefusals.FREE };
  const { byHand, back } = c.money;
  if (byHand?.decided === 'KEEP')
    return decision === 'KEEP'
      ? { already: refundRefusals.KEPT }
      : { refused: refundRefusals.KEPT_BEFORE };
  if (decision === 'KEEP' && c.money.owed === 'giveBack')
    return { refused: refundRefusals.REFUNDED_BEFORE };
  const kept = minus(c.price, back?.gone ?? ZERO);
  // Staff can keep what is left after a lost dispute, although Stripe refunds nothing more of it.
  const mayKeep = decision === 'KEEP' && !byHand && kept > ZERO;
  const no = mayKeep ? moneyObstacle(c) : refundObstacle(c);
  if (no) return no;
  if (decision === 'GIVE_BACK') return { change: startRefund(c, ZERO, now) };
  const money = { ...c.money, state: 'CHARGED', byHand: { decided: 'KEEP', kept } } as const;
  const event = { event: 'KEPT', at: now, moneyState: money.state } as const;
  return {
    change: { next: { ...c, money, history: [...c.history, event] }, entry: keptEntry(c, kept) },
  };
}

/** The reason why a claim that has not ended decides about the money instead; undefined if there is none. */
export function claimObstacle({ money }: Conversation): OperatorDecision | undefined {
  const state = money.claim?.state;
  if (!isUndecided(state)) return undefined;
  return {
    refused: state === 'CONTESTED' ? refundRefusals.CLAIM_CONTESTED : refundRefusals.CLAIM_OPEN,
  };
}

/** The reason why money cannot be refunded or kept now; undefined if there is none. */
function moneyObstacle({ money }: Conversation): OperatorDecision | undefined {
  const { state, owed, back } = money;
  if (state === 'REFUNDED') return { already: refundRefusals.REFUNDED };
  if (state === 'RELEASED') return { already: refundRefusals.HOLD_LAPSED };
  if (owed === 'giveBack') return { already: refundRefusals.REFUNDING };
  if (owed === 'refundPart') return { refused: refundRefusals.REFUNDING_PART };
  if (owed === 'capture' || state === 'HELD') return { refused: refundRefusals.CHARGING };
  if (back?.dispute === 'OPEN') return { refused: refundRefusals.DISPUTED };
  return undefined;
}

/** The reason why captured money cannot be refunded now; undefined if there is none. */
export function refundObstacle(c: Conversation): OperatorDecision | undefined {
  const no = moneyObstacle(c);
  if (no) return no;
  const { back } = c.money;
  if (back?.dispute === 'LOST') return { refused: refundRefusals.DISPUTE_LOST };
  if (back && !mayRetryRefund(back)) return { refused: refundRefusals.REFUSED_TWICE };
  return undefined;
}

function startRefund(c: Conversation, earning: Cents, now: Instant): Change {
  const before = c.money.byHand?.decided === 'GIVE_BACK' ? c.money.byHand : undefined;
  const given = earning === ZERO ? (before?.earning ?? ZERO) : earning;
  const money = {
    ...withPendingEffect(c.money, 'giveBack', now),
    byHand: {
      decided: 'GIVE_BACK',
      earning: given,
      ...(before?.restored !== undefined && { restored: before.restored }),
    },
  } as const;
  const event = {
    event: 'GIVEN_BACK',
    at: now,
    moneyState: money.state,
    ...(earning !== ZERO && { amount: earning }),
  } as const;
  return {
    next: { ...c, money, history: [...c.history, event] },
    domainEvent: { type: 'conversation.givenBack' },
  };
}
