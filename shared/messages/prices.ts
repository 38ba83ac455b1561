import { type Cents, formatMoney } from '../money.ts';
import { plural } from './plural.ts';

/* The price of an answer, to whoever sets it, and the price of a contact. docs/product/profiles.md#price-and-commitment */

/** The definition of a price, below its field. */
export const PRICE_HINT = 'What someone pays for one answer from you: $1.00 or more.';

/** The estimate of a month. `net`: what is left of each answer after the fee. `count`: the answers that it counts on. */
export const estimate = (net: Cents, count: number): string =>
  `${formatMoney(net)} of every answer. An estimate: it counts on ${plural(count, { one: '# answer', other: '# answers' })} paid for and answered.`;

/** The benefit of answering, to whoever only asks. */
export const EARN =
  'Set a price, and people pay to write to you. Until then your profile says that you’re not accepting letters.';

/** The additions of a plan. `price`: of a month. */
export const chatAndBadge = (price: Cents): string =>
  `Chat and the Verified Account Badge come with a plan, from ${formatMoney(price)} a month.`;

/** The price of a contact, for whoever sets it. docs/product/contacts.md#prices-for-contacts */
export const forContact = {
  note: 'Only the two of you see it. Letters that are already paid for stay as they were bought.',
  own: 'It takes the place of your usual price.',
  ownWithTiers: 'It takes the place of your usual price. They can choose your tiers too.',
  free: 'Nothing is charged. While one of you has no plan with chat, your usual price applies.',
} as const;

/** The price of a person who is no contact. `fullName`: theirs. */
export const noContact = (fullName: string): string =>
  `${fullName} isn’t a contact of yours, and pays the same as everyone else.`;
