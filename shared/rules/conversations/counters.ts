import { type Cents, minus, ZERO } from '../../money.ts';
import { asSeenBy } from './blocked-sides.ts';
import { isUnansweredClaim } from './claim-states.ts';
import type { Conversation } from './conversations.ts';
import {
  isPending,
  isUnanswered,
  isWithdrawn,
  type ListFilter,
  type Side,
  STATUS_PROPERTIES,
} from './conversations.ts';
import { wentToReview } from './money-state.ts';
import { netOf } from './pricing.ts';

/*
 * The counters of the inbox and the orders. Each counter changes by the difference between what a conversation counts after a
 * change and before it. So counters always agree with the conversations, whatever the transition.
 */

export type MailboxName = 'INBOX' | 'ORDERS';
/**
 * A counter of a mailbox. `ALL` and each filter count conversations, `unread` those with an unread message; `pendingNet` is
 * in cents.
 */
type MailboxCounter = ListFilter | 'ALL' | 'unread' | 'pendingNet';
export type MailboxCounts = { readonly [Counter in MailboxCounter]?: number };

/**
 * The filter under which a side's list shows the conversation; undefined if it is not listed. `inAll` is false for cancelled
 * orders.
 */
export function listEntryOf(
  { status }: Conversation,
  side: Side,
): { readonly filter: ListFilter; readonly inAll: boolean } | undefined {
  if (status === 'PAYING' || status === 'UNDONE') return undefined;
  const { filter, withdrawn } = STATUS_PROPERTIES[status];
  return withdrawn && side === 'recipient' ? undefined : { filter, inAll: !withdrawn };
}

/** Whether a side has not opened the newest message of the other side, in a pending, open or completed conversation. */
export function isUnread(conversation: Conversation, side: Side): boolean {
  const place = listEntryOf(conversation, side);
  if (!place || isUnanswered(place.filter)) return false;
  const { lastMessageBy, lastMessageAt } = conversation;
  return (
    lastMessageBy !== conversation[side].id && (readAt(conversation, side) ?? 0) < lastMessageAt
  );
}

export function readAt(conversation: Conversation, side: Side) {
  return side === 'sender' ? conversation.senderReadAt : conversation.recipientReadAt;
}

export function deliveredAt(conversation: Conversation, side: Side) {
  return side === 'sender' ? conversation.senderDeliveredAt : conversation.recipientDeliveredAt;
}

function countsOf(stored: Conversation | undefined, side: Side): MailboxCounts {
  const conversation = stored && asSeenBy(stored, side);
  const place = conversation && listEntryOf(conversation, side);
  if (!conversation || !place) return {};
  const waiting = side === 'recipient' && place.filter === 'PENDING';
  return {
    [place.filter]: 1,
    ALL: place.inAll ? 1 : 0,
    unread: isUnread(conversation, side) ? 1 : 0,
    pendingNet: waiting ? netOf(conversation.price, conversation.feeTerms) : 0,
  };
}

/** The changes to a side's counters; only counters that change are included. */
export function mailboxChange(
  before: Conversation | undefined,
  after: Conversation,
  side: Side,
): MailboxCounts {
  const [was, is] = [countsOf(before, side), countsOf(after, side)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])] as MailboxCounter[];
  const moves = names.map((name) => [name, (is[name] ?? 0) - (was[name] ?? 0)] as const);
  return Object.fromEntries(moves.filter(([, by]) => by !== 0));
}

/** The consequences of a change beside the counters of the lists. */
export type Consequences = {
  /** Whether the pair may have a new pending message. */
  readonly freesLock: boolean;
  /** The change of the recipient's number of waiting orders. */
  readonly waitingCount: number;
  /** Whether the place in the month's commitment is free again: the payment failed, or the sender cancelled. */
  readonly freesReservation: boolean;
  /** Whether the message and the idempotency key of a failed payment are deleted. */
  readonly forgets: boolean;
  readonly earned?: { readonly gross: Cents; readonly fee: Cents; readonly net: Cents };
  /** The changes to the two figures of the public response rate, and to the number of upheld claims. */
  readonly responseRate: {
    readonly endedCount: number;
    readonly answeredCount: number;
    readonly upheldClaimCount: number;
  };
  /** Whether the sender is charged for a message that was reported. */
  readonly chargedByReport: boolean;
};

/** Whether the sender is charged for a reported message: it is not free, and the reason does not return the money. */
export const isChargedByReport = (
  c: Pick<Conversation, 'status' | 'price' | 'reasonCode'>,
): boolean => wentToReview(c) && c.price !== ZERO;

const isAwaitingAnswer = ({ status }: Conversation) => status === 'PAYING' || isPending(status);

/**
 * Whether a conversation is free. It takes no place in the commitment, earns nothing and does not count in the response
 * rate.
 */
export const isFree = ({ price }: Pick<Conversation, 'price'>) => price === ZERO;
const waitingCountOf = (c: Conversation) => (c.waits && isAwaitingAnswer(c) ? 1 : 0);
const isUndoneOrWithdrawn = ({ status }: Conversation) =>
  status === 'UNDONE' || (status !== 'PAYING' && isWithdrawn(status));

/**
 * What a conversation counts in the response rate: answered, or expired unanswered. Declined, reported and cancelled do not
 * count, and neither does an answer whose recipient gave the money back. An answer counts as unanswered after a claim that was
 * upheld, or that its recipient did not react to.
 */
function responseRateOf(c: Conversation): Consequences['responseRate'] {
  const { status, net, reasonCode, money } = c;
  const state = money.claim?.state;
  const isExpired = status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER';
  const isEnded = (net !== undefined && state !== 'GIVEN_BACK') || isExpired;
  if (isFree(c) || !isEnded) return { endedCount: 0, answeredCount: 0, upheldClaimCount: 0 };
  const isUpheld = isUnansweredClaim(state);
  return {
    endedCount: 1,
    answeredCount: net === undefined || isUpheld ? 0 : 1,
    upheldClaimCount: isUpheld ? 1 : 0,
  };
}

export function consequencesOf(before: Conversation, after: Conversation): Consequences {
  const { price, net } = after;
  const [was, is] = [responseRateOf(before), responseRateOf(after)];
  return {
    freesLock: isAwaitingAnswer(before) && !isAwaitingAnswer(after),
    waitingCount: waitingCountOf(after) - waitingCountOf(before),
    freesReservation: !isFree(after) && !isUndoneOrWithdrawn(before) && isUndoneOrWithdrawn(after),
    forgets: before.status !== 'UNDONE' && after.status === 'UNDONE',
    ...(!isFree(after) &&
      before.net === undefined &&
      net !== undefined && { earned: { gross: price, fee: minus(price, net), net } }),
    responseRate: {
      endedCount: is.endedCount - was.endedCount,
      answeredCount: is.answeredCount - was.answeredCount,
      upheldClaimCount: is.upheldClaimCount - was.upheldClaimCount,
    },
    chargedByReport: before.status !== 'REPORTED' && isChargedByReport(after),
  };
}
