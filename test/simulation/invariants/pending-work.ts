import { DOMAIN_EVENT_TYPES, type DomainEventType } from '#shared/domain-events.ts';
import type { AlertKind } from '#shared/rules/accounts/alerts.ts';
import { ENDINGS } from '#shared/rules/conversations/conversations.ts';
import { instant, monthOf } from '#shared/time.ts';
import type { Item } from '../engine.ts';
import {
  grouped,
  type Invariant,
  isRefundDisputed,
  isReviewed,
  posted,
  type Snapshot,
} from './snapshot.ts';

/*
 * Invariants after a recovery: nothing is overdue, no request to Stripe is pending, and every event was
 * published and delivered.
 */

/** Balances wait for their payout date; any other item must have been processed when it was due. */
export const nothingIsOverdue: Invariant = ({ items, now }) => {
  const moment = new Date(now).toISOString();
  return items.flatMap(({ pk, sk, gsi5pk, gsi5sk }) =>
    String(gsi5pk).startsWith('DUE#') && String(gsi5sk) <= moment
      ? [`${pk} ${sk} has been due since ${String(gsi5sk).slice(0, 24)}`]
      : [],
  );
};

export const nothingIsOwedToStripe: Invariant = (state) =>
  state.conversations.flatMap((order) =>
    order.money.owed && !isRefundDisputed(state, order)
      ? [`${order.id} still owes the provider: ${order.money.owed}`]
      : [],
  );

/** Money that cannot be refunded to a card is booked as owed to the sender, and an event alerts an operator. */
export const failedRefundsAreOwed: Invariant = (state) =>
  state.conversations.flatMap(({ id, status, money }) => {
    if (['PENDING', 'NEEDS_INFO', 'PAYING'].includes(status)) return [];
    const owed = posted(state, 'held', ({ conversationId }) => conversationId === id);
    const known = money.unreturned?.amount ?? 0;
    const options = state.events.some(
      ({ type, detail }) =>
        type === 'refund.failed' && 'conversationId' in detail && detail.conversationId === id,
    );
    return [
      ...(owed === known ? [] : [`the sender of ${id} is owed ${owed} cents, it says ${known}`]),
      ...(owed > 0 && !money.owed && (!options || money.state !== 'CHARGED')
        ? [`${id} says ${money.state}, its sender is owed ${owed} cents, called: ${options}`]
        : []),
    ];
  });

export const eventsAreDelivered: Invariant = ({ events, world }) => [
  ...events.flatMap(({ id, type }) =>
    world.bus.acceptedCounts.has(id) ? [] : [`${type} ${id} was not delivered to the bus`],
  ),
  ...world.bus.pending.map(
    ({ subscriber, domainEvent }) => `${subscriber} did not process ${domainEvent.type}`,
  ),
];

/** Each event is published exactly as often as the ledger entries and statuses say it happened. */
export const eventsArePublishedOnce: Invariant = (state) => [
  ...orderEvents(state),
  ...payoutEvents(state),
];

const EXPECTED_EVENTS: readonly (readonly [
  DomainEventType,
  (state: Snapshot, id: string) => boolean,
])[] = [
  ['conversation.paid', (state, id) => state.at(`ENTRY#paid:${id}`, 'ENTRY') !== undefined],
  ['conversation.answered', (state, id) => state.at(`ENTRY#answered:${id}`, 'ENTRY') !== undefined],
  ['conversation.infoAsked', (state, id) => orderOf(state, id)?.clarification !== undefined],
  ['conversation.infoGiven', (state, id) => hasEvent(state, id, 'INFO_GIVEN')],
  ['conversation.infoEnded', (state, id) => hasEvent(state, id, 'INFO_ENDED')],
  ['claim.opened', (state, id) => hasEvent(state, id, 'CLAIMED')],
  ['claim.improved', (state, id) => hasEvent(state, id, 'CLAIM_IMPROVED')],
  ['claim.contested', (state, id) => hasEvent(state, id, 'CLAIM_CONTESTED')],
  ['claim.withdrawn', (state, id) => hasEvent(state, id, 'CLAIM_WITHDRAWN')],
  ['claim.accepted', (state, id) => hasEvent(state, id, 'CLAIM_ACCEPTED')],
  [
    'claim.givenBack',
    (state, id) => hasEvent(state, id, 'CLAIM_GIVEN_BACK') || hasEvent(state, id, 'CLAIM_LAPSED'),
  ],
  [
    'claim.decided',
    (state, id) => hasEvent(state, id, 'CLAIM_UPHELD') || hasEvent(state, id, 'CLAIM_REJECTED'),
  ],
  ['earning.restored', (state, id) => hasEvent(state, id, 'EARNING_RESTORED')],
  ['conversation.charged', wasChargedEarly],
  ['conversation.nudged', (state, id) => hasEvent(state, id, 'NUDGED')],
  ['conversation.evidenceSent', (state, id) => hasEvent(state, id, 'EVIDENCE_SENT')],
  ['conversation.publicProposed', (state, id) => hasEvent(state, id, 'PUBLIC_PROPOSED')],
  ['conversation.published', (state, id) => hasEvent(state, id, 'PUBLISHED')],
  [
    'conversation.publicEnded',
    (state, id) =>
      hasEvent(state, id, 'PUBLIC_DECLINED') || hasEvent(state, id, 'PUBLIC_WITHDRAWN'),
  ],
  ['order.undone', (state, id) => statusOf(state, id) === 'UNDONE'],
  ...Object.values(ENDINGS).map(
    ({ domainEvent, status }) =>
      [domainEvent, (state: Snapshot, id: string) => statusOf(state, id) === status] as const,
  ),
];

const orderOf = ({ conversations }: Snapshot, id: string) =>
  conversations.find((one) => one.id === id);

const hasEvent = (state: Snapshot, id: string, wanted: string): boolean =>
  orderOf(state, id)?.history.some(({ event }) => event === wanted) ?? false;

/** Whether the card was charged while the message waited: not by its answer or a report. */
function wasChargedEarly(state: Snapshot, id: string): boolean {
  const history = orderOf(state, id)?.history ?? [];
  const chargedAt = history.findIndex(({ event }) => event === 'CAPTURED');
  const before = history.slice(0, chargedAt);
  return (
    chargedAt >= 0 && !before.some(({ event }) => event === 'ANSWERED' || event === 'REPORTED')
  );
}

const statusOf = (state: Snapshot, id: string) =>
  state.at(`CONVERSATION#${id}`, 'CONVERSATION')?.status;

function orderEvents(state: Snapshot): string[] {
  const counts = new Map<string, number>();
  for (const { type, detail } of state.events)
    if ('conversationId' in detail) {
      const name = `${type} ${detail.conversationId}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return state.conversations.flatMap(({ id, price }) =>
    price === 0
      ? []
      : EXPECTED_EVENTS.flatMap(([type, happened]) => {
          const [published, wanted] = [
            counts.get(`${type} ${id}`) ?? 0,
            happened(state, id) ? 1 : 0,
          ];
          return published === wanted
            ? []
            : [`${type} of ${id} was published ${published} times, not ${wanted}`];
        }),
  );
}

function payoutEvents(state: Snapshot): string[] {
  return state.payouts.flatMap(({ userId, period, status, toldAt }) => {
    const publishedCount = (type: DomainEventType) =>
      state.events.filter(
        (domainEvent) =>
          domainEvent.type === type &&
          'period' in domainEvent.detail &&
          domainEvent.detail.period === period &&
          domainEvent.detail.userId === userId,
      ).length;
    const entry = (step: string) => state.at(`ENTRY#${step}:${userId}:${period}`, 'ENTRY');
    const wrong = (type: DomainEventType, wanted: boolean) =>
      publishedCount(type) === (wanted ? 1 : 0)
        ? []
        : [`${type} of ${userId} ${period} was published ${publishedCount(type)} times`];
    return [
      ...wrong('payout.paid', entry('payoutPaid') !== undefined),
      ...wrong('payout.failed', status === 'FAILED'),
      ...(status === 'WAITING' && publishedCount('payout.waiting') > 0 && toldAt === undefined
        ? [`${userId} was not notified that the payout of ${period} waits`]
        : []),
    ];
  });
}

/** A user with waiting payouts is notified at most once a month, at least once, and has a reminder for next month. */
export const waitingPayoutsAreReminded: Invariant = (state) => {
  const notified = grouped(
    state.events.filter((domainEvent) => domainEvent.type === 'payout.waiting'),
    ({ at, detail }) => `${(detail as { userId: string }).userId} ${monthOf(instant(at))}`,
  );
  const often = [...notified].flatMap(([name, events]) =>
    events.length > 1 ? [`${name}: notified ${events.length} times of waiting payouts`] : [],
  );
  const waiting = new Set(
    state.payouts.flatMap(({ userId, status }) => (status === 'WAITING' ? [userId] : [])),
  );
  return [
    ...often,
    ...[...waiting].flatMap((userId) => {
      const { month, gsi5sk } =
        state.at(`USER#${userId}`, 'PAYOUT_REMINDER') ?? ({} as Partial<Item>);
      const [next = ''] = String(gsi5sk).split('#');
      return [
        ...(notified.has(`${userId} ${month}`)
          ? []
          : [`${userId} was never notified of waiting payouts`]),
        ...(Date.parse(next) > state.now && next.slice(0, 10).endsWith('-08')
          ? []
          : [`${userId} has waiting payouts but is reminded on ${next}`]),
      ];
    }),
  ];
};

/** No record was overwritten, and every event has a known type. */
export const nothingWasOverwritten: Invariant = ({ world, events }) => [
  ...world.recorder.violations,
  ...events.flatMap(({ type }) =>
    DOMAIN_EVENT_TYPES.includes(type) ? [] : [`nobody described ${type}`],
  ),
];

/**
 * The alerts on each home screen match the events. The calls of dismissAlert name their own time, so they dismiss no earlier alert. Staff
 * who decide about a reported message end the alert about it, unless they are interrupted.
 */
export const alertsMatchEvents: Invariant = (state) =>
  state.users.flatMap(({ id }) => {
    const item: Partial<Item> = state.at(`USER#${id}`, 'ALERTS') ?? {};
    const ended = state.events.filter(
      ({ type, detail }) => type === 'plan.ended' && 'plan' in detail && detail.userId === id,
    );
    const charged = state.conversations.filter(
      (one) => one.sender.id === id && isReviewed(one) && one.price > 0,
    );
    const undecided = charged.filter(({ money }) => money.byHand === undefined);
    const wrong = (kind: AlertKind, wanted: number, least = wanted) => {
      const count = Number(item[`${kind}_count`] ?? 0);
      return least <= count && count <= wanted
        ? []
        : [`${kind} of ${id} was raised ${count} times, not ${wanted}`];
    };
    return [
      ...wrong('PLAN_ENDED', ended.length),
      ...wrong('REPORT_CHARGED', charged.length, undecided.length),
    ];
  });
