import { type Cents, cents, formatMoney, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { givenUpEarningEntry, keptEntry } from '../ledger/ledger.ts';
import {
  type Change,
  type Conversation,
  isRefundedReport,
  type ManualDecision,
  type ReportReason,
} from './conversations.ts';
import { withPendingEffect } from './pending-effect.ts';
import { isUnrefundable } from './refunds.ts';
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

/** Whether a report took the money to review. `money.state` says whether a decision is still outstanding. */
const isReported = ({ status, reasonCode }: Conversation) =>
  status === 'REPORTED' && !isRefundedReport(reasonCode as ReportReason);

/** Whether the money is under review, and an operator has yet to decide about the report. */
export const isInReview = (c: Conversation): boolean =>
  isReported(c) && c.money.state === 'IN_REVIEW' && !c.money.owed;

/** Refunds a pending or answered conversation by an operator's decision. `balance`: the recipient's current balance. */
export function refundManually(
  c: Conversation,
  bearer: Bearer,
  balance: Cents,
  now: Instant,
): OperatorDecision {
  if (c.status === 'PAYING' || c.status === 'UNDONE')
    return { refused: 'It was never sent: its payment is not settled, or failed.' };
  if (c.price === ZERO) return { refused: 'A help ticket costs nothing.' };
  if (isReported(c)) return { refused: 'It was reported: use the review command.' };
  if (c.status === 'PENDING') return refundPending(c, bearer, now);
  if (c.net === undefined) return decisionForEnded(c);
  const no = refundObstacle(c);
  if (no) return no;
  if (bearer === 'platform') return { change: startRefund(c, ZERO, now) };
  if (c.money.byHand) return { refused: 'An earlier refund already decided who bears it.' };
  if (balance < c.net)
    return {
      refused: `The recipient earned ${formatMoney(c.net)} and has a balance of ${formatMoney(cents(Math.max(ZERO, balance)))}: money that was paid out is not claimed back. Without --from-recipient the platform bears the refund.`,
    };
  const step = startRefund(c, c.net, now);
  return {
    change: {
      ...step,
      entry: givenUpEarningEntry(c, c.recipient.id, c.net),
      balanceChange: { userId: c.recipient.id, by: minus(ZERO, c.net) },
    },
  };
}

/** Ends a pending conversation with a refund. It does not count in the recipient's response rate. */
function refundPending(c: Conversation, bearer: Bearer, now: Instant): OperatorDecision {
  if (bearer === 'recipient')
    return { refused: 'It was not answered: nobody has earned anything.' };
  return { change: withdraw(c, now) };
}

/** Expires a pending conversation by an operator's decision. */
export const withdraw = (c: Conversation, now: Instant): Change =>
  end(c, { how: 'expire', reasonCode: 'WITHDRAWN' }, now);

/** Cancels a pending conversation in the sender's place, by an operator's decision. */
export const withdrawForSender = (c: Conversation, now: Instant): Change =>
  end(c, { how: 'cancel', reasonCode: 'WITHDRAWN' }, now);

function decisionForEnded({ money }: Conversation): OperatorDecision {
  if (money.state === 'CHARGED')
    return {
      refused:
        'A refund is decided already, but the sender’s bank refused it. Return the money another way than to their card.',
    };
  return money.state === 'RELEASED'
    ? { already: 'The sender was never charged: there is nothing to refund.' }
    : { already: 'It is refunded in full already.' };
}

/** Decides about a report: the sender gets all of the money back, or the platform keeps it. */
export function review(
  c: Conversation,
  decision: ManualDecision['decided'],
  now: Instant,
): OperatorDecision {
  if (!isReported(c)) return { refused: 'No money of it is under review.' };
  if (c.price === ZERO) return { refused: 'A help ticket costs nothing.' };
  const { byHand, back } = c.money;
  if (byHand?.decided === 'KEEP')
    return decision === 'KEEP'
      ? { already: 'The platform has kept it already.' }
      : { refused: 'The platform has kept it: that was decided before.' };
  if (decision === 'KEEP' && c.money.owed === 'giveBack')
    return { refused: 'It is being given back: that was decided before.' };
  const no = refundObstacle(c);
  if (no) return no;
  if (decision === 'GIVE_BACK') return { change: startRefund(c, ZERO, now) };
  const kept = minus(c.price, back?.gone ?? ZERO);
  const money = { ...c.money, state: 'CHARGED', byHand: { decided: 'KEEP', kept } } as const;
  const event = { event: 'KEPT', at: now, moneyState: money.state } as const;
  return {
    change: { next: { ...c, money, history: [...c.history, event] }, entry: keptEntry(c, kept) },
  };
}

/** The reason why captured money cannot be refunded or kept now; undefined if there is none. */
function refundObstacle({ money }: Conversation): OperatorDecision | undefined {
  const { state, owed, back } = money;
  if (state === 'REFUNDED') return { already: 'The sender has it back already.' };
  if (state === 'RELEASED')
    return { already: 'The hold had lapsed: the sender was never charged.' };
  if (owed === 'giveBack') return { already: 'It is being given back already.' };
  if (owed === 'capture' || state === 'HELD')
    return { refused: 'The card is being charged at this moment: try again in a minute.' };
  if (back?.dispute === 'OPEN')
    return { refused: 'The sender’s bank asks for the money: it decides first.' };
  if (back?.dispute === 'LOST')
    return { refused: 'The sender’s bank took a part of it: the provider refunds no more of it.' };
  if (isUnrefundable({ ...EMPTY_CHARGE, refused: back?.refused ?? 0 }))
    return { refused: 'The sender’s bank refused it twice: it needs another way than their card.' };
  return undefined;
}

const EMPTY_CHARGE = {
  received: ZERO,
  refunded: ZERO,
  chargedBack: ZERO,
  fees: ZERO,
  disputed: ZERO,
};

function startRefund(c: Conversation, earning: Cents, now: Instant): Change {
  const before = c.money.byHand?.decided === 'GIVE_BACK' ? c.money.byHand.earning : ZERO;
  const given = earning === ZERO ? before : earning;
  const money = {
    ...withPendingEffect(c.money, 'giveBack', now),
    byHand: { decided: 'GIVE_BACK', earning: given },
  } as const;
  const event = {
    event: 'GIVEN_BACK',
    at: now,
    moneyState: money.state,
    ...(earning !== ZERO && { amount: earning }),
  } as const;
  return {
    next: { ...c, money, history: [...c.history, event] },
    fact: { type: 'conversation.givenBack' },
  };
}
