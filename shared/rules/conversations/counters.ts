import { type Cents, minus, ZERO } from '../../money.ts';
import type { Conversation } from './conversations.ts';
import {
  type ConversationStatus,
  type ReportReason,
  reportGivesBack,
  type Side,
} from './conversations.ts';
import { netOf } from './pricing.ts';

/*
 * What a conversation adds to the counters of its two sides. A change moves each counter by the difference of what
 * the conversation adds after and before, so counters follow from the facts and no step can forget one.
 */

/** The status under which a list shows a conversation: an invitation keeps it open. */
export type Shelf = Exclude<ConversationStatus, 'INVITED'>;
export type BoxName = 'INBOX' | 'ORDERS';
/** `ALL` and each shelf count conversations, `unread` those with an unread message, `pendingNet` is in cents. */
export type BoxCounter = Shelf | 'ALL' | 'unread' | 'pendingNet';
export type BoxCounts = { readonly [Counter in BoxCounter]?: number };

/** Where a side finds the conversation in its lists; undefined: nowhere. `inAll` is false of a cancelled order. */
export function shelfOf(
  { status }: Conversation,
  side: Side,
): { readonly shelf: Shelf; readonly inAll: boolean } | undefined {
  if (status === 'PAYING' || status === 'UNDONE') return undefined;
  // The recipient is not told of a cancelled message: to them it was never there.
  if (status === 'CANCELLED')
    return side === 'sender' ? { shelf: status, inAll: false } : undefined;
  return { shelf: status === 'INVITED' ? 'OPEN' : status, inAll: true };
}

/** Whether the newest message is from the other side and not opened, in a conversation where that still matters. */
export function isUnread(conversation: Conversation, side: Side): boolean {
  const place = shelfOf(conversation, side);
  if (!place || !['PENDING', 'OPEN', 'COMPLETED'].includes(place.shelf)) return false;
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

function counted(conversation: Conversation | undefined, side: Side): BoxCounts {
  const place = conversation && shelfOf(conversation, side);
  if (!conversation || !place) return {};
  const waiting = side === 'recipient' && place.shelf === 'PENDING';
  return {
    [place.shelf]: 1,
    ALL: place.inAll ? 1 : 0,
    unread: isUnread(conversation, side) ? 1 : 0,
    pendingNet: waiting ? netOf(conversation.price, conversation.feeTerms) : 0,
  };
}

/** How a change moves the counters of a side; only counters that move are named. */
export function boxMove(
  before: Conversation | undefined,
  after: Conversation,
  side: Side,
): BoxCounts {
  const [was, is] = [counted(before, side), counted(after, side)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])] as BoxCounter[];
  const moves = names.map((name) => [name, (is[name] ?? 0) - (was[name] ?? 0)] as const);
  return Object.fromEntries(moves.filter(([, by]) => by !== 0));
}

/** What else a change brings about beside the counters of the lists. */
export type Consequences = {
  /** The pair may have a new pending message. */
  readonly freesLock: boolean;
  /** The place in the month's commitment is free again: nobody was paid for, or it was taken back. */
  readonly freesReservation: boolean;
  /** The attempt leaves no message and no idempotency key behind. */
  readonly forgets: boolean;
  readonly earned?: { readonly gross: Cents; readonly fee: Cents; readonly net: Cents };
  /** What counts for the response rate that people see. */
  readonly ended: boolean;
  /** The sender pays for a message that was reported. */
  readonly chargedByReport: boolean;
};

/** Whether a message was reported for a reason that takes its payment; what costs nothing takes none. */
export const isChargedByReport = ({ status, price, reasonCode }: Conversation): boolean =>
  status === 'REPORTED' && price !== ZERO && !reportGivesBack(reasonCode as ReportReason);

const waits = ({ status }: Conversation) => status === 'PAYING' || status === 'PENDING';
/** What costs nothing takes no place of a commitment, earns nothing and says nothing of how well somebody answers. */
export const isFree = ({ price }: Pick<Conversation, 'price'>) => price === ZERO;
const isTakenBack = ({ status }: Conversation) => status === 'UNDONE' || status === 'CANCELLED';

/** Declined, reported and cancelled messages say nothing of how well somebody answers, nor does a hold that lapsed. */
const countsAsEnded = ({ status, net, reasonCode }: Conversation) =>
  net !== undefined || (status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER');

export function consequencesOf(before: Conversation, after: Conversation): Consequences {
  const { price, net } = after;
  return {
    freesLock: waits(before) && !waits(after),
    freesReservation: !isFree(after) && !isTakenBack(before) && isTakenBack(after),
    forgets: before.status !== 'UNDONE' && after.status === 'UNDONE',
    ...(!isFree(after) &&
      before.net === undefined &&
      net !== undefined && { earned: { gross: price, fee: minus(price, net ?? ZERO), net } }),
    ended: !isFree(after) && !countsAsEnded(before) && countsAsEnded(after),
    chargedByReport: before.status !== 'REPORTED' && isChargedByReport(after),
  };
}
