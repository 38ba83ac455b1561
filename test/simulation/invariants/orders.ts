import type Stripe from 'stripe';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { LONGEST_RUN } from '../clock.ts';
import {
  disputeFees,
  grouped,
  type Invariant,
  isClaimReturned,
  netAtStripe,
  netBy,
  posted,
  type Snapshot,
  sum,
} from './snapshot.ts';

/*
 * Invariants of orders and their payments: no payment without an order, no order without a payment, one ending per
 * order.
 */

const ANSWERED = ['OPEN', 'INVITED', 'COMPLETED'];
/** Paid, and neither answered nor ended. */
const PENDING = ['PENDING', 'NEEDS_INFO'];
const GIVES_BACK = ['NOT_ME', 'IGNORE', 'SUICIDE_SELFINJURY'];

/** How an order ended, by its status and reason alone; undefined while it is pending. */
function outcomeOf({ status, reasonCode = '' }: Conversation): string | undefined {
  if (ANSWERED.includes(status)) return 'answered';
  if (status === 'REPORTED') return GIVES_BACK.includes(reasonCode) ? 'returned' : 'reported';
  return PENDING.includes(status) ? undefined : 'returned';
}

const intentsOf = ({ intents }: Snapshot, { id }: Conversation) =>
  intents.filter(({ metadata }) => metadata.conversationId === id);

/** An order has one payment, however often and however late it is requested. */
export const eachOrderHasOnePayment: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const { length } = intentsOf(state, order);
    return length > 1 ? [`${order.id} has ${length} payments`] : [];
  });

/** Every payment belongs to an order, and has its price. */
export const paymentsHaveOrders: Invariant = (state) => {
  const known = new Map(state.conversations.map((one) => [one.id, one]));
  return state.intents.flatMap((intent) => {
    const { conversationId } = intent.metadata;
    const left = intent.amount_capturable + intent.amount_received;
    if (!conversationId || left === 0) return [];
    const order = known.get(conversationId);
    if (!order) return [`${intent.id} is charged, and there is no order ${conversationId}`];
    if (intent.amount !== order.price)
      return [`${conversationId} costs ${order.price}, the card was asked for ${intent.amount}`];
    const charge = state.charges.get(String(intent.latest_charge));
    if (charge?.refunded || charge?.disputed) return [];
    const keeps =
      PENDING.includes(order.status) ||
      // failedRefundsAreOwed checks what the ledger says of it.
      (order.money.unreturned?.amount ?? 0) > 0 ||
      (outcomeOf(order) !== 'returned' && (!isClaimReturned(order) || hasFailedRefund(order)));
    return keeps && (order.status !== 'UNDONE' || order.money.unreturned)
      ? []
      : [`${order.status} order ${conversationId} keeps ${left} cents of its sender`];
  });
};

/** The text of a message that was not sent is not kept. */
export const undoneOrdersHaveNoMessage: Invariant = (state) => {
  const undone = new Set(
    state.conversations.filter(({ status }) => status === 'UNDONE').map(({ id }) => id),
  );
  return state.items.flatMap(({ pk, sk }) =>
    sk.startsWith('MESSAGE#') && undone.has(pk.slice('CONVERSATION#'.length))
      ? [`the undone order ${pk} has a message`]
      : [],
  );
};

/** An order whose card was charged is never forgotten, because a bank can refuse its refund much later. */
export const chargedOrdersAreKept: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const isCharged = intentsOf(state, order).some((intent) => intent.amount_received > 0);
    return isCharged && order.expiresAt !== undefined
      ? [`${order.status} order ${order.id} expires, although its card was charged`]
      : [];
  });

/** Whether the bank refused the refund of an answered order, which an operator then makes in another way. */
const hasFailedRefund = ({ money }: Conversation) => (money.back?.refused ?? 0) > 0;

/** The cents of a payment that the product has not refunded. A bank or an operator in the dashboard may have taken a part of them. */
function notRefunded({ world }: Snapshot, intent: Stripe.PaymentIntent): number {
  const own = world.stripe
    .all('refunds')
    .filter(
      ({ payment_intent, metadata }) => payment_intent === intent.id && metadata?.conversationId,
    );
  return intent.amount_capturable + intent.amount_received - sum(own.map(({ amount }) => amount));
}

/** A pending order has a valid payment, and an answered order was paid, unless the ledger books the loss. */
export const ordersHavePayments: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    if (order.status === 'PAYING') return [`${order.id} is still being paid`];
    if (order.status === 'UNDONE' || order.price === 0) return [];
    const intents = intentsOf(state, order);
    const left = sum(
      intents.map((intent) => netAtStripe(state, intent) + disputeFees(state, intent)),
    );
    const kept = sum(intents.map((intent) => notRefunded(state, intent)));
    const booked = state.at(`ENTRY#paid:${order.id}`, 'ENTRY');
    const missing = PENDING.includes(order.status) && (kept !== order.price || left <= 0);
    return [
      ...(booked ? [] : [`${order.status} order ${order.id} was never booked as paid`]),
      ...(missing ? [`pending order ${order.id} has ${left} of ${order.price} cents`] : []),
    ];
  });

/** Tickets and reports cost nothing, and nothing is booked of them. */
const isPaid = ({ price }: Conversation) => price > 0;

export const eachOrderEndsOnce: Invariant = (state) =>
  state.conversations.filter(isPaid).flatMap((order) => {
    const { id, status } = order;
    const ends = ['answered', 'returned', 'reported'].filter((how) =>
      state.at(`ENTRY#${how}:${id}`, 'ENTRY'),
    );
    const wanted = status === 'UNDONE' || status === 'PAYING' ? undefined : outcomeOf(order);
    if (status === 'UNDONE' && state.at(`ENTRY#paid:${id}`, 'ENTRY'))
      return [`${id} came to nothing, and was booked as paid`];
    return ends.join() === (wanted ?? '')
      ? []
      : [`${status} order ${id} was ended ${ends.length} times: ${ends.join(' and ')}`];
  });

const TERMS = ['1000+50', '500+40'];

/**
 * The platform's earning from an order: the fee of an answer, unless a claim or the desk took the earning back. For a reported
 * message that the desk decided to keep: the amount at the decision, and what came back of the payment afterwards.
 */
function wantedFee({ price, money }: Conversation, net: number | undefined): number {
  if (money.byHand?.decided === 'KEEP')
    return Math.max(money.byHand.kept, price - (money.back?.gone ?? 0));
  return net === undefined || (money.byHand?.earning ?? 0) > 0 ? 0 : price - net;
}

/** An answer earns the price less the fee, once; any other ending earns nothing. */
export const answersEarnOnce: Invariant = (state) =>
  state.conversations.filter(isPaid).flatMap((order) => {
    const { id, price, net, feeTerms, recipient, status } = order;
    const answered = ANSWERED.includes(status);
    const own = (cause: string) => cause === `answered:${id}`;
    const earned = posted(state, `user:${recipient.id}`, ({ cause }) => own(cause));
    const fee = posted(state, 'platform:fees', (entry) => entry.conversationId === id);
    const wanted = answered ? netBy(price, feeTerms) : 0;
    return [
      ...(TERMS.includes(`${feeTerms.basisPoints}+${feeTerms.fixed}`)
        ? []
        : [`the fee of ${id} is of no plan`]),
      ...((net ?? 0) === wanted && earned === wanted
        ? []
        : [`${id} earned ${earned}/${net}, not ${wanted}`]),
      ...(fee === wantedFee(order, answered && !isClaimReturned(order) ? wanted : undefined)
        ? []
        : [`the fee of ${id} is ${fee} cents`]),
    ];
  });

/** Two people have at most one pending order and a lock for it, and each report of a chat has its own; no other lock exists. */
export const pairLocksMatch: Invariant = (state) => {
  const waits = state.conversations.filter(({ status }) => ['PAYING', ...PENDING].includes(status));
  const pairs = grouped(waits, ({ sender, recipient }) => `${sender.id}#${recipient.id}`);
  const locks = state.items.filter(({ sk }) => sk === 'LOCK');
  return [
    ...[...pairs].flatMap(([pair, orders]) =>
      orders.length > 1 ? [`${pair} has ${orders.length} pending orders`] : [],
    ),
    ...[...pairs].flatMap(([pair, [order]]) =>
      state.at(`PENDING#${pair}`, 'LOCK')?.conversationId === order?.id
        ? []
        : [`the pending order of ${pair} has no lock`],
    ),
    ...locks.flatMap(({ pk }) =>
      pairs.has(pk.slice('PENDING#'.length)) ? [] : [`the lock ${pk} stays behind`],
    ),
  ];
};

/** Nothing is pending between two people of whom one blocks the other. */
export const blocksEndPendingOrders: Invariant = (state) =>
  state.conversations.flatMap(({ id, status, sender, recipient }) => {
    if (status !== 'PAYING' && !PENDING.includes(status)) return [];
    const sides = [
      [sender.id, recipient.id],
      [recipient.id, sender.id],
    ] as const;
    return sides.flatMap(([one, other]) =>
      state.at(`USER#${one}`, `CONTACT#${other}`)?.status === 'BLOCKED'
        ? [`${id} is ${status}, and ${one} blocks ${other}`]
        : [],
    );
  });

/** The money state of a conversation matches its payment at Stripe. */
export const moneyStatesMatchStripe: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const { id, status, money } = order;
    if (status === 'UNDONE' || status === 'PAYING' || order.price === 0) return [];
    const [intent] = intentsOf(state, order);
    const charge = intent && state.charges.get(String(intent.latest_charge));
    if (charge?.disputed) return [];
    const held = intent?.status === 'requires_capture';
    const truth: Readonly<Record<string, boolean>> = {
      HELD: held,
      CHARGED: intent?.status === 'succeeded' && charge?.refunded !== true,
      RELEASED: intent?.status === 'canceled',
      REFUNDED: charge?.refunded === true,
      IN_REVIEW: intent?.status === 'succeeded' && charge?.refunded !== true,
    };
    return truth[money.state]
      ? []
      : [`${id} says ${money.state}, its payment is ${intent?.status}`];
  });

const paidAt = ({ history }: Conversation) =>
  history.find(({ event }) => event === 'PAID')?.at ?? Number.NEGATIVE_INFINITY;

/** No message is paid to or from an account that staff blocked before, even if the bank of its card confirms it only then. */
export const blockedAccountsGetNothing: Invariant = (state) =>
  state.users.flatMap(({ id, blockedAt = Number.POSITIVE_INFINITY }) =>
    state.conversations.flatMap((order) =>
      [order.sender.id, order.recipient.id].includes(id) && paidAt(order) > blockedAt + LONGEST_RUN
        ? [`${order.id} was paid after ${id} was blocked`]
        : [],
    ),
  );

/** Nothing stays pending to or from a blocked account, also if an index did not show it at the block. */
export const nothingIsPendingForBlockedAccounts: Invariant = (state) =>
  state.users
    .filter(({ blockedAt }) => blockedAt !== undefined)
    .flatMap(({ id }) =>
      state.conversations.flatMap(({ id: orderId, sender, recipient, price, status }) =>
        [sender.id, recipient.id].includes(id) && price > 0 && PENDING.includes(status)
          ? [`${orderId} is pending, and ${id} is blocked`]
          : [],
      ),
    );

/** No message is paid between two people of whom one had blocked the other before, and blocks them still. */
export const blockedPeopleSendNothing: Invariant = (state) =>
  state.conversations.flatMap((order) => {
    const { id, sender, recipient } = order;
    const sides = [
      state.at(`USER#${sender.id}`, `CONTACT#${recipient.id}`),
      state.at(`USER#${recipient.id}`, `CONTACT#${sender.id}`),
    ];
    return sides.some(
      (side) => side?.status === 'BLOCKED' && paidAt(order) > Number(side.at) + LONGEST_RUN,
    )
      ? [`${id} was paid although one side had blocked the other`]
      : [];
  });
