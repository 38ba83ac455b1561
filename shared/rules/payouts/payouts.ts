import { monthName, monthOfPeriod } from '../../dates.ts';
import { type Cents, cents, minus, plus, ZERO } from '../../money.ts';
import { DAY, fromIso, HOUR, type Instant, instant, monthOf } from '../../time.ts';

/*
 * Payouts: when earnings are paid out, and how much. On the 8th of a month, at noon UTC, the balance at the end of the month
 * before is paid out. Months are calendar months in UTC, `2026-11`. docs/product/payouts.md#when-and-how-much
 */

/** The smallest payout; a smaller balance rolls over to the next month. */
export const PAYOUT_MINIMUM = cents(1_000);

/** When payouts are decided: the day of the month and the hour, UTC. */
export const PAYOUT_TIME = { day: 8, hour: 12 } as const;

/**
 * The statuses of a payout. WAITING: decided, but the person's account at Stripe is not ready. SENDING: decided, and the
 * transfer to Stripe is under way. Both amounts are still owed. PAID: transferred to the account at Stripe, which pays it out
 * to the bank. FAILED: the transfer failed or was reversed, and the amount is in the balance again. CANCELLED: it waited for
 * an account and repaid a debt instead.
 */
export const PAYOUT_STATUSES = ['WAITING', 'SENDING', 'PAID', 'FAILED', 'CANCELLED'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/**
 * The statuses of a person's account at Stripe. NONE: no account. DETAILS_NEEDED: onboarding is not finished. RESTRICTED:
 * Stripe needs more information, or has rejected the account. READY: payouts can be made.
 */
export const PAYOUT_ACCOUNT_STATUSES = ['NONE', 'DETAILS_NEEDED', 'READY', 'RESTRICTED'] as const;
export type PayoutAccountStatus = (typeof PAYOUT_ACCOUNT_STATUSES)[number];

/** `monthAfter('2026-12', 1)` is `2027-01`; `by` may be negative. */
export function monthAfter(month: string, by = 1): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The time at which the payouts of a period are due: noon on the 8th of the next month (UTC). */
export function dueAfter(period: string): Instant {
  const [day, hour] = [PAYOUT_TIME.day, PAYOUT_TIME.hour].map((part) =>
    String(part).padStart(2, '0'),
  );
  return fromIso(`${monthAfter(period)}-${day}T${hour}:00:00.000Z`);
}

/** The period whose payouts are due at `due`; the reverse of `dueAfter`. */
export const periodDueAt = (due: Instant): string => monthAfter(monthOf(due), -1);

/**
 * How long the first payout of an account waits after its first earning. Stolen cards are mostly reported within days, and
 * money that has not been paid out can be taken back.
 */
const FIRST_PAYOUT_WAIT = 14 * DAY;

/** When the first payout is due: with its period, but not before the wait is over. */
export const firstPayoutAt = (firstOwedAt: Instant): Instant =>
  instant(Math.max(dueAfter(monthOf(firstOwedAt)), firstOwedAt + FIRST_PAYOUT_WAIT));

/** The time (ms) after which a due payout is late: a run processes about 9,000 people an hour, and starts every 15 minutes. */
export const PAYOUT_GRACE = 2 * HOUR;

/** The number of failed tries after which a payout is late: the first three pauses take more than an hour. */
export const PAYOUT_TRIES = 3;

/** The time of the next payouts, and their period. */
export function nextPayout(now: Instant): { readonly at: Instant; readonly period: string } {
  const lastMonth = monthAfter(monthOf(now), -1);
  const period = now < dueAfter(lastMonth) ? lastMonth : monthOf(now);
  return { at: dueAfter(period), period };
}

/** A person's balance, and its changes by month since the last payout was decided. */
export type OwedBalance = {
  readonly balance: Cents;
  readonly moved: Readonly<Record<string, Cents>>;
  /** When the person first earned something; absent for balances older than this attribute. */
  readonly firstOwedAt?: Instant;
  /** When the hold on the payout ends or ended; absent if it was never held. A payout is held at most once. */
  readonly heldUntil?: Instant;
  readonly heldFor?: readonly string[];
};

/**
 * The balance at the end of a period: the current balance less the changes since then. Never more than the current balance,
 * because earnings may have been taken back since. Exact to the millisecond at which an entry was booked.
 */
export function balanceAtEnd(period: string, { balance, moved }: OwedBalance): Cents {
  const since = Object.entries(moved).flatMap(([month, by]) => (month > period ? [by] : []));
  return cents(Math.max(ZERO, Math.min(balance, minus(balance, plus(...since)))));
}

/** The amount to pay out for a period: zero if it is below the minimum and rolls over. */
export function payoutAmount(period: string, owed: OwedBalance): Cents {
  const amount = balanceAtEnd(period, owed);
  return amount < PAYOUT_MINIMUM ? ZERO : amount;
}

/** A period in words: `November 2026`. */
export const periodInWords = (period: string): string => monthName(monthOfPeriod(period));
