import { type Cents, formatMoney } from '../money.ts';
import type { Instant } from '../time.ts';
import type { DateWords } from './dates.ts';

/* What a plan costs and when, and what becomes of it without a payment. `name`: of the plan. docs/product/billing.md */

/** The price of a first plan, before it is paid. */
export const firstMonth = (price: Cents): string =>
  `You pay ${formatMoney(price)} today and every month, until you cancel.`;

/** The price of a higher plan, before it is paid. `before`: the name of the plan until now. */
export const upgrade = (price: Cents, before: string): string =>
  `You pay ${formatMoney(price)} today, minus a credit for the rest of your ${before} month. Your new month starts today.`;

/** Adding a card. */
export const CARD_FIRST =
  'A plan needs a payment method on file. Nothing is charged when you add it.';

/** What canceling does, before it is done. `until`: the end of the paid month; undefined if the plan ends at once. */
export const canceling = (name: string, until: Instant | undefined, dates: DateWords): string =>
  until === undefined
    ? `${name} ends right away, and you’re not charged again. From then on:`
    : `You’ve paid for ${name} until ${dates.deadline(until)}. You’re not charged again. From then on:`;

/** A canceled plan in its last month. */
export const ENDING = 'Until then nothing changes. From then on you’re on the Free plan.';

/** A renewal that failed, on screens. */
export const RENEWAL_FAILED =
  'Your card was declined. We try it again for two weeks. After that you’re on the Free plan.';

/** The notification of a renewal that failed. */
export const renewalFailed = (name: string) => ({
  title: `${name} couldn’t be renewed`,
  body: 'Your card was declined. Check it to keep your plan.',
});

/** The notification of a plan that ended. */
export const ended = (name: string) => ({
  title: `Your ${name} plan has ended`,
  body: 'You’re on the Free plan now.',
});

/** The receipt of a month. */
export const RENEWS = 'Your plan renews every month until you cancel it.';
