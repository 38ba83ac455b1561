import type { DomainEventType } from '../../domain-events.ts';
import { type Cents, cents, ZERO } from '../../money.ts';
import { DAY, HOUR, type Instant, instant, later, MINUTE, monthOf } from '../../time.ts';
import { isUnansweredClaim } from '../conversations/claim-states.ts';
import { type Conversation, ENDING_EVENTS, isUnanswered } from '../conversations/conversations.ts';
import { isFree } from '../conversations/counters.ts';
import { type Outcome, outcomeOf } from './odds.ts';

/*
 * The reliability of the whole platform, by month: how many paid messages were answered, how fast, and how much money went
 * back. docs/product/reliability.md
 */

/** Orders count for this time after they ended. Later changes, such as a dispute after a year, are ignored. */
export const COUNTED_TIME = 400 * DAY;

/** The most months that are published, the current one included. */
const MONTHS_MAX = 13;

/** Fewer answered and unanswered messages in a month are too few to say anything. */
const ENDED_MIN = 20;

/** The domain events that can change what is counted of an order. */
export const RELIABILITY_EVENTS = [
  'conversation.answered',
  ...ENDING_EVENTS,
  // What moves the money of an order that has ended.
  'conversation.givenBack',
  'claim.decided',
  'claim.givenBack',
  'earning.restored',
  'dispute.lost',
  'dispute.won',
  'money.lost',
  'refund.failed',
] as const satisfies readonly DomainEventType[];

/**
 * Counters of orders that ended in a month. `h<hours>`: the answers that took at most so many hours, and more than the
 * bucket before (`bucketOf`). `paid` and `givenBack` are in cents.
 */
export type Counts = Readonly<Record<string, number>>;

/** The counts of one order, in the month in which it ended. */
export type CountedOrder = {
  readonly month: string;
  readonly endedAt: Instant;
  readonly counts: Counts;
};

/** What is counted of an order; undefined if it is free, has not ended, or ended too long ago. */
export function countedOrder(c: Conversation, now: Instant): CountedOrder | undefined {
  const endedAt = isFree(c) ? undefined : endOf(c);
  if (endedAt === undefined || endedAt < later(now, -COUNTED_TIME)) return undefined;
  const counts = countsOf({
    outcome: outcomeOf(c),
    price: c.price,
    givenBack: givenBackOf(c),
    isClaimUpheld: isUnansweredClaim(c.money.claim?.state),
  });
  return { month: monthOf(endedAt), endedAt, counts };
}

/** The counts of one order. As in the odds, an answer whose earning was taken back has no outcome. */
export function countsOf({
  outcome,
  price,
  givenBack,
  isClaimUpheld = false,
}: {
  readonly outcome: Pick<Outcome, 'minutes'> | undefined;
  readonly price: Cents;
  readonly givenBack: Cents;
  readonly isClaimUpheld?: boolean;
}): Counts {
  const kind = !outcome ? 'otherwise' : outcome.minutes === undefined ? 'unanswered' : 'answered';
  return {
    [kind]: 1,
    paid: price,
    ...(outcome?.minutes !== undefined && { [bucketOf(outcome.minutes)]: 1 }),
    ...(givenBack > ZERO && { givenBack }),
    ...(isClaimUpheld && { upheldClaims: 1 }),
  };
}

/** When an order was answered, or ended without an answer; it never changes afterwards. */
function endOf({ status, reasonCode, deadlineAt, net, history }: Conversation) {
  if (status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER') return deadlineAt;
  const last = net !== undefined ? 'ANSWERED' : isEnded(status) ? status : undefined;
  return history.find(({ event }) => event === last)?.at;
}

const isEnded = (status: Conversation['status']) =>
  status !== 'PAYING' && status !== 'UNDONE' && isUnanswered(status);

/**
 * The part of the price that went back to the sender, or is on its way: by the rules, by a decision of support, or because
 * their bank decided a dispute for them.
 */
export function givenBackOf({ price, money }: Conversation): Cents {
  const { state, owed, unreturned, back, byHand } = money;
  // A payment that is not captured yet is captured before it is refunded.
  const isOnItsWay = owed === 'giveBack' || (owed && byHand?.decided === 'GIVE_BACK');
  if (state === 'RELEASED' || state === 'REFUNDED' || isOnItsWay) return price;
  if (unreturned && unreturned.amount > ZERO) return cents(price - unreturned.amount);
  if (!back || back.dispute === 'OPEN') return ZERO;
  return cents(Math.min(price, Math.max(ZERO, back.gone)));
}

/** Up to here a bucket is an hour; above, a day. */
const HOURLY = 48;

/** The bucket of a time from payment to answer: whole hours up to 48, whole days above, each rounded up. */
export function bucketOf(minutes: number): string {
  const hours = Math.max(1, Math.ceil((minutes * MINUTE) / HOUR));
  return `h${hours <= HOURLY ? hours : 24 * Math.ceil(hours / 24)}`;
}

/**
 * The hours within which half of the answers came, or more; null if there is none. At most one hour above the real median
 * up to 48 hours, at most one day above it beyond, and never below.
 */
export const medianHoursOf = (counts: Counts): number | null => hoursOfShare(counts, 0.5);

/** The hours within which this share of the answers came, or more; null if there is none. As exact as the median. */
export function hoursOfShare(counts: Counts, share: number): number | null {
  const buckets = Object.entries(counts)
    .flatMap(([name, count]) =>
      /^h\d+$/.test(name) ? [[Number(name.slice(1)), count] as const] : [],
    )
    .sort(([one], [other]) => one - other);
  const answers = buckets.reduce((sum, [, count]) => sum + count, 0);
  let sum = 0;
  for (const [hours, count] of buckets) {
    sum += count;
    if (sum > 0 && sum >= answers * share) return hours;
  }
  return null;
}

/** What changes from some counts to others: the amounts to add. */
export function difference(before: Counts, after: Counts): Counts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const moves = names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(moves.filter(([, by]) => by !== 0));
}

export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce<Record<string, number>>((sum, counts) => {
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
    return sum;
  }, {});

/** The published figures of a month. `figures` is null if too few messages ended. */
export type MonthFigures = {
  /** `2026-11`, in UTC. */
  readonly month: string;
  readonly figures: {
    readonly answered: number;
    readonly unanswered: number;
    /** Declined, canceled, reported, withdrawn, or the earning from the answer was taken back. */
    readonly otherwise: number;
    readonly medianHours: number | null;
    /** The price of all of them, and how much of it went back to the senders. */
    readonly paid: Cents;
    readonly givenBack: Cents;
    /** The claims that the desk upheld, or that nobody reacted to. Their messages count as unanswered. */
    readonly upheldClaims: number;
  } | null;
};

/** The published figures: of every month from the first with an ended order on, oldest first. */
export type Reliability = {
  readonly computedAt: Instant;
  readonly months: readonly MonthFigures[];
};

/** The figures of a month, from its counts. */
export function figuresOf(month: string, counts: Counts): MonthFigures {
  const { answered = 0, unanswered = 0, otherwise = 0, upheldClaims = 0 } = counts;
  const { paid = 0, givenBack = 0 } = counts;
  if (answered + unanswered < ENDED_MIN) return { month, figures: null };
  return {
    month,
    figures: {
      answered,
      unanswered,
      otherwise,
      upheldClaims,
      medianHours: medianHoursOf(counts),
      paid: cents(paid),
      givenBack: cents(givenBack),
    },
  };
}

/** The months whose figures are published at a time, oldest first: the current one and the twelve before it. */
export function publishedMonths(now: Instant): string[] {
  const date = new Date(now);
  const first = (nth: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - nth, 1);
  return Array.from({ length: MONTHS_MAX }, (_, nth) => monthOf(instant(first(nth)))).reverse();
}
