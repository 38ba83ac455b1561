import { PRODUCT_NAME } from '../../brand.ts';
import { type Cents, cents, formatMoney, minus, plus, ZERO } from '../../money.ts';
import { DAY, fromIso, HOUR, type Instant, instant, monthOf } from '../../time.ts';

/*
 * When what people earned goes out to them, and how much of it: on the 8th of a month, at noon UTC, what was owed at the
 * end of the month before. Months are calendar months in UTC, `2026-11`. docs/product/payouts.md#when-and-how-much
 */

/** Below this what is owed rolls over to the next month. */
export const PAYOUT_MINIMUM = cents(1_000);

/** When payouts begin to go out: day of the month and hour, UTC. */
export const PAYOUT_TIME = { day: 8, hour: 12 } as const;

/**
 * WAITING: decided, for an account at the provider that is not ready. SENDING: decided, under way to the provider. Both
 * are owed. PAID: it is at the provider, who passes it on to the bank. FAILED: it did not get there, or came back, and is
 * part of the balance again. CANCELLED: it waited for an account and repaid a debt instead.
 */
export const PAYOUT_STATUSES = ['WAITING', 'SENDING', 'PAID', 'FAILED', 'CANCELLED'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/**
 * Where somebody stands with the payout provider. NONE: never began. DETAILS_NEEDED: began. RESTRICTED: the provider
 * wants more, or does not pay them. READY: payouts reach them.
 */
export const PAYOUT_ACCOUNT_STATUSES = ['NONE', 'DETAILS_NEEDED', 'READY', 'RESTRICTED'] as const;
export type PayoutAccountStatus = (typeof PAYOUT_ACCOUNT_STATUSES)[number];

/** `monthAfter('2026-12', 1)` is `2027-01`; `by` may be negative. */
export function monthAfter(month: string, by = 1): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + by;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The moment at which the payouts of a period are due: the 8th of the month after it. */
export function dueAfter(period: string): Instant {
  const [day, hour] = [PAYOUT_TIME.day, PAYOUT_TIME.hour].map((part) =>
    String(part).padStart(2, '0'),
  );
  return fromIso(`${monthAfter(period)}-${day}T${hour}:00:00.000Z`);
}

/** The period whose payouts are due at such a moment. */
export const periodDueAt = (due: Instant): string => monthAfter(monthOf(due), -1);

/**
 * How long the first payout of an account waits after its first earning. Stolen cards are mostly reported within days, and
 * money that has not been paid out can be taken back.
 */
export const FIRST_PAYOUT_WAIT = 14 * DAY;

/** When the first payout is due: with its period, but not before the wait is over. */
export const firstPayoutAt = (firstOwedAt: Instant): Instant =>
  instant(Math.max(dueAfter(monthOf(firstOwedAt)), firstOwedAt + FIRST_PAYOUT_WAIT));

/** Milliseconds that what is due may take: a run brings on about 9,000 people an hour, and looks again every 15 minutes. */
export const PAYOUT_GRACE = 2 * HOUR;

/** A payout that was tried so often in vain is late: the first three pauses are more than an hour. */
export const PAYOUT_TRIES = 3;

/** The next moment at which payouts go out, and the period that they are of. */
export function nextPayout(now: Instant): { readonly at: Instant; readonly period: string } {
  const lastMonth = monthAfter(monthOf(now), -1);
  const period = now < dueAfter(lastMonth) ? lastMonth : monthOf(now);
  return { at: dueAfter(period), period };
}

/** What somebody is owed now, and by how much that moved in each month since it was last settled. */
export type Owed = {
  readonly balance: Cents;
  readonly moved: Readonly<Record<string, Cents>>;
  /** When the person first earned something; absent for balances that began before this was stored. */
  readonly firstOwedAt?: Instant;
  /** When the hold on the payout ends or ended; absent if it was never held. A payout is held at most once. */
  readonly heldUntil?: Instant;
  readonly heldFor?: readonly string[];
};

/**
 * What was owed at the end of a period: what is owed now, less what came since. Never more than is owed now, because
 * money may have been taken back since. Exact to the millisecond that an entry was booked.
 */
export function owedAtEnd(period: string, { balance, moved }: Owed): Cents {
  const since = Object.entries(moved).flatMap(([month, by]) => (month > period ? [by] : []));
  return cents(Math.max(ZERO, Math.min(balance, minus(balance, plus(...since)))));
}

/** What goes out for a period: nothing below the minimum, which rolls over. */
export function payable(period: string, owed: Owed): Cents {
  const amount = owedAtEnd(period, owed);
  return amount < PAYOUT_MINIMUM ? ZERO : amount;
}

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `November 2026`. */
export const periodInWords = (period: string): string =>
  monthName.format(fromIso(`${period}-01T00:00:00.000Z`));

/** What a payout's status says, in one sentence. */
export const PAYOUT_WORDS: Readonly<Record<PayoutStatus, string>> = {
  WAITING: 'Waiting for your payout account',
  SENDING: 'On its way',
  PAID: 'Paid. Stripe passes it on to your bank',
  FAILED: 'Did not go through. We still owe it to you',
  CANCELLED: 'Not sent. It repaid money that was taken back',
};

/** What the text message says to somebody whose payouts wait. `origin`: where the web app is. */
export const payoutWaitsMessage = (amount: Cents, origin: string): string =>
  `${PRODUCT_NAME}: we owe you ${formatMoney(amount)}, waiting for your payout account. Set it up at ${origin}/account-balance`;
