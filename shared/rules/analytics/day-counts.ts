import type { DomainEventType } from '../../domain-events.ts';
import { type Cents, cents, ZERO } from '../../money.ts';
import { DAY, dayOf, type Instant, later } from '../../time.ts';
import { type Conversation, ENDINGS } from '../conversations/conversations.ts';
import { isFree } from '../conversations/counters.ts';
import { outcomeOf } from '../profiles/odds.ts';
import { bucketOf, type Counts, givenBackOf, RELIABILITY_EVENTS } from '../profiles/reliability.ts';
import { SOURCES, type Source } from './sources.ts';

/*
 * What is counted of a profile's visitors and messages, by day (UTC). A message counts on the day it was paid, whatever happens
 * to it later, so that no share exceeds 100%. docs/product/analytics.md
 */

/** The steps from a visit to an answer. */
export const STEPS = ['view', 'press', 'draft', 'paid', 'answered'] as const;
export type FunnelStep = (typeof STEPS)[number];
/** The steps before the payment, which visits count. */
type VisitStep = Extract<FunnelStep, 'view' | 'press' | 'draft'>;

/** How long a day is kept: thirteen months. Later changes of its messages are ignored. */
export const KEPT_TIME = 400 * DAY;

/** The numbers of days that can be shown, the current day included. */
export const PERIODS = ['7', '30', '90', '365'] as const;
export type Period = (typeof PERIODS)[number];
/** The days that everybody sees. */
export const FREE_PERIOD: Period = '7';

/** The domain events that can change what is counted of a message. */
export const ANALYTICS_EVENTS = [
  'conversation.paid',
  ...RELIABILITY_EVENTS,
] as const satisfies readonly DomainEventType[];

/** Why a message was refunded: what its two sides, its deadline, a claim, a bank or support decided. */
export const REFUND_REASONS = [
  'expired',
  'declined',
  'cancelled',
  'reported',
  'claim',
  'dispute',
  'support',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** The name of a counter: `view_qr`; `viewAt_2500` and `paidAt_2500` by the price in cents. */
export const stepCounter = (step: FunnelStep, source: Source) => `${step}_${source}`;
export const priceCounter = (step: 'view' | 'paid', price: number) => `${step}At_${price}`;
const refundCounter = (reason: RefundReason) => `refund_${reason}`;

/** A visitor's step at a profile. `price`: the one price that was shown, if the person was taking messages. */
export type Visit = {
  readonly step: VisitStep;
  readonly source: Source;
  readonly price?: number | undefined;
};

/** What a visit adds to its day. */
export const countsOfVisit = ({ step, source, price }: Visit): Counts => ({
  [stepCounter(step, source)]: 1,
  ...(step === 'view' && price !== undefined && { [priceCounter('view', price)]: 1 }),
});

/** A paid message as it is counted. */
export type CountedMessage = {
  readonly day: string;
  readonly paidAt: Instant;
  readonly counts: Counts;
};

/**
 * What is counted of a message, on the day it was paid; undefined if it is free, was not paid, or was paid too long ago.
 * `isRepeat`: its sender had paid for another message to this person.
 */
export function countedMessage(
  c: Conversation,
  isRepeat: boolean,
  now: Instant,
): CountedMessage | undefined {
  const { status, paidAt, price, tier, forContact, source = 'direct' } = c;
  if (isFree(c) || status === 'PAYING' || status === 'UNDONE') return undefined;
  if (paidAt < later(now, -KEPT_TIME)) return undefined;
  const minutes = outcomeOf(c)?.minutes;
  const givenBack = givenBackOf(c);
  const counts = {
    [stepCounter('paid', source)]: 1,
    // The prices of tiers and contacts are left out: sales beside other prices do not show what a single price would bring.
    ...(!tier && !forContact && { [priceCounter('paid', price)]: 1 }),
    ...(isRepeat && { repeat: 1 }),
    ...(minutes !== undefined && { [stepCounter('answered', source)]: 1, [bucketOf(minutes)]: 1 }),
    ...(givenBack > ZERO && { refunded: givenBack, [refundCounter(refundReasonOf(c))]: 1 }),
  };
  return { day: dayOf(paidAt), paidAt, counts };
}

/** Why the price, or a part of it, was refunded. */
function refundReasonOf({ status, reasonCode, money }: Conversation): RefundReason {
  const ending = Object.values(ENDINGS).find((one) => one.status === status);
  // An EXPIRED message of another reason was ended by a bank or by support.
  const isByPeople = status !== 'EXPIRED' || reasonCode === 'RETURN_TO_SENDER';
  if (ending && isByPeople) return ending.refundReason;
  if (money.back?.dispute) return 'dispute';
  return money.claim ? 'claim' : 'support';
}

/** The counts of a day. `day`: `2026-11-21`, in UTC. */
export type DayCounts = { readonly day: string; readonly counts: Counts };

export type Funnel = Readonly<Record<FunnelStep, number>>;

/** The steps of some counts, of one source or of all. */
export function funnelOf(counts: Counts, sources: readonly Source[] = SOURCES): Funnel {
  const sum = (step: FunnelStep) =>
    sources.reduce((total, source) => total + (counts[stepCounter(step, source)] ?? 0), 0);
  return {
    view: sum('view'),
    press: sum('press'),
    draft: sum('draft'),
    paid: sum('paid'),
    answered: sum('answered'),
  };
}

/** The views of a price and the messages that were paid at it. */
export type PriceCounts = { readonly price: Cents; readonly views: number; readonly paid: number };

/** The prices in some counts, lowest first. */
export function pricesIn(counts: Counts): PriceCounts[] {
  const prices = Object.keys(counts).flatMap(
    (name) => /^(?:view|paid)At_(\d+)$/.exec(name)?.[1] ?? [],
  );
  return [...new Set(prices)]
    .map(Number)
    .sort((one, other) => one - other)
    .map((price) => ({
      price: cents(price),
      views: counts[priceCounter('view', price)] ?? 0,
      paid: counts[priceCounter('paid', price)] ?? 0,
    }));
}

/** The refunded messages by reason, the most frequent first. */
export const refundsIn = (counts: Counts): { reason: RefundReason; count: number }[] =>
  REFUND_REASONS.map((reason) => ({ reason, count: counts[refundCounter(reason)] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

/** The first day of a period that ends today. */
export const firstDayOf = (period: number, now: Instant): string =>
  dayOf(later(now, -(period - 1) * DAY));

/** Every day of a period that ends today, oldest first. */
export const daysOf = (period: number, now: Instant): string[] =>
  Array.from({ length: period }, (_, nth) => firstDayOf(period - nth, now));
