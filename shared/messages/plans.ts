import { type Cents, formatMoney } from '../money.ts';
import type { Instant } from '../time.ts';
import type { DateWords } from './dates.ts';

/* The price of a plan with its days, and its end without a payment. `name`: of the plan. docs/product/billing.md */

/** The price of a first plan, before it is paid. */
export const firstMonth = (price: Cents): string =>
  `You pay ${formatMoney(price)} today and every month, until you cancel.`;

export type Upgrade = {
  /** The charge of today: `price` less `credit`, and `owed`. */
  readonly amount: Cents;
  readonly price: Cents;
  /** The value of the rest of the paid month. */
  readonly credit: Cents;
  /** The price of a renewal that failed. */
  readonly owed: Cents;
  /** The name of the plan until now. */
  readonly before: string;
};

/** The price of a higher plan, before it is paid. */
export function upgrade({ amount, price, credit, owed, before }: Upgrade): string {
  const [today, full, rest] = [amount, price, credit].map(formatMoney);
  const start = 'Your new month starts today.';
  if (owed > 0)
    return `You pay ${today} today: ${formatMoney(owed)} for the month that wasn’t paid and ${full} for the new plan, minus ${rest} for the rest of your ${before} month. ${start}`;
  if (credit === 0) return `You pay ${today} today. ${start}`;
  return `You pay ${today} today: ${full}, minus ${rest} for the rest of your ${before} month. ${start}`;
}

/** A plan that has begun. `wallet`: what was chosen in its sheet, such as `Apple Pay, Visa 4242`; undefined if the saved card paid. */
export const begun = (name: string, wallet?: string): string =>
  wallet === undefined
    ? `You’re on ${name} now.`
    : `You’re on ${name} now. It renews with ${wallet}.`;

/** The sheet of a wallet was closed. */
export const NOTHING_CHARGED = 'Nothing is charged.';

/** Until the price of today is known. */
export const COUNTING = 'We’re working out what you pay today.';

/** The price of today is not known. */
export const NOT_COUNTED = 'We couldn’t work out what you’d pay today. Nothing was charged.';

/** The fee of an answer. `fee`: as `10% + $0.50`; undefined if we keep nothing. */
export const feeOfAnswer = (fee: string | undefined): string =>
  fee === undefined ? 'We don’t keep anything of an answer' : `We keep ${fee} of each answer`;

/** The offer of a paid plan. `fees`: the fees with it and without it, if it lowers them. */
export function offer(
  price: Cents,
  fees?: { readonly fee: string | undefined; readonly before: string },
): string {
  const gives =
    'you can chat with people for free, and your profile can carry the Verified Account Badge.';
  const from = `From ${formatMoney(price)} a month`;
  if (!fees) return `${from} ${gives}`;
  const { fee, before } = fees;
  return fee === undefined
    ? `${from} we don’t keep anything of your answers, ${gives}`
    : `${from} we keep ${fee} instead of ${before}, ${gives}`;
}

/** The effect of a plan on the earning of an answer. */
export const keepsSame = (net: Cents): string =>
  `You keep the same ${formatMoney(net)} of each answer.`;
export const keepsMore = (net: Cents, before: Cents): string =>
  `You keep ${formatMoney(net)} of each answer instead of ${formatMoney(before)}.`;

/** The fee after a canceled plan. `paid`: the fee of that plan. */
export const feeAfterPlan = (fee: string, paid: string | undefined): string =>
  paid === undefined
    ? `We keep ${fee} of each paid answer. With your plan we don’t keep anything.`
    : `We keep ${fee} of each paid answer, instead of ${paid}`;

/** The cost of answering, before the table of plans gives the amounts. */
export const ANSWERING_FREE = 'Answering is free: we don’t keep anything.';
export const ANSWERING_FEE =
  'We keep a fee from each paid answer. You pay nothing if you don’t answer.';
export const ANSWERING_FEE_BY_PLAN = `${ANSWERING_FEE} A paid plan lowers it.`;

/** A registration on a paid plan, once it is paid. */
export const registered = (price: Cents, name: string): string =>
  `We charged ${formatMoney(price)} for the first month of ${name}.`;

/** A payment whose response was lost. The next press looks it up first. */
export const CHARGE_UNKNOWN =
  'We couldn’t reach ReplyPaid, so we don’t know yet whether you were charged. Trying again is safe: we first look up whether your plan has started, and you’re charged once at most.';
/** The plan has not started, although the response was lost. */
export const CHARGE_NOT_MADE = 'Your plan hasn’t started. Please try again.';

/** Adding a card. */
export const CARD_FIRST =
  'A plan needs a payment method on file. Nothing is charged when you add it.';

/** The same, after the price of a plan that a wallet can pay at once. */
export const CARD_FREE = 'Nothing is charged when you add a card.';

/** The effect of canceling, before it is done. `until`: the end of the paid month; undefined if the plan ends at once. */
export const canceling = (name: string, until: Instant | undefined, dates: DateWords): string =>
  until === undefined
    ? `${name} ends right away, and you’re not charged again. From then on:`
    : `You’ve paid for ${name} until ${dates.deadline(until)}. You’re not charged again. From then on:`;

/** A canceled plan in its last month. */
export const ENDING = 'Until then nothing changes. From then on you’re on the Free plan.';

/** A renewal that failed, on screens. */
export const RENEWAL_FAILED =
  'The payment was declined. We try it again for two weeks. After that you’re on the Free plan.';

/** The notification of a renewal that failed. */
export const renewalFailed = (name: string) => ({
  title: `${name} couldn’t be renewed`,
  body: 'The payment was declined. Check your payment method to keep your plan.',
});

/** The notification of a plan that ended. */
export const ended = (name: string) => ({
  title: `Your ${name} plan has ended`,
  body: 'You’re on the Free plan now.',
});

/** The receipt of a month. */
export const RENEWS = 'Your plan renews every month until you cancel it.';

/** The regular price of a plan beside the one of today. */
export const EARLY_ADOPTER = 'Early-adopter price';

/** The notes below the table of plans. */
export const notes = (name: string, price: Cents): string =>
  `${EARLY_ADOPTER} of ${name}: ${formatMoney(price)}. The badge comes once Stripe has verified your full name for payouts. Every plan has a public profile with your price and links, and unlimited inbound messages.`;

/** The additions of a higher plan. `additions`: as `contacts and chat`. */
export const adds = (name: string, price: Cents, additions: string): string =>
  `${name}, ${formatMoney(price)} per month, adds ${additions}.`;

/** The thanks to whoever is on the highest plan. `starter`: the name of the plan with the same fees. */
export const LOWEST_FEES = 'You pay our lowest fees, and see all of your analytics.';
export const sameFees = (starter: string): string =>
  `You see all of your analytics. The fees are those of ${starter}. You can cancel at any time.`;

/** The things that stay after canceling. */
export const CANCELING_KEEPS =
  'Your profile, your letters and what you earned stay. You can come back at any time.';

/** The payments of plans have not loaded. */
export const PAYMENTS_NOT_LOADED = 'We couldn’t load your payments. Nothing is charged by looking.';
