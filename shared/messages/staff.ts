import { type Cents, formatMoney } from '../money.ts';

/*
 * The effect of a decision of staff on money, for the desk and its audit. No names: the audit outlives deleted accounts.
 * docs/product/desk.md#refunds
 */

const BOTH_NOTIFIED = 'Both people are notified.';

/** The results of a decision, once it is done. */
export const REFUNDED = 'The sender is refunded.';
export const EARNING_FREE = 'The earning is free again.';
export const PAYMENT_KEPT =
  'The payment is kept. The sender and whoever reported it read the reason.';
export const REFUND_PENDING =
  'The decision is stored, but the refund at Stripe isn’t done yet. The sweep retries it within minutes.';
export const REFUND_AT_BANK =
  'Stripe didn’t make this refund: the sender’s bank decides about the payment.';
export const partRefunded = (amount: Cents): string =>
  `${formatMoney(amount)} is refunded to the sender.`;

/** A block, which ends what was pending. */
export const BLOCK_RETURNS = 'Senders of what was pending get their money back within minutes.';
export const endedByBlock = (price: Cents): string =>
  `The sender gets ${formatMoney(price)} back: an account is blocked.`;

/** A proposed refund that the second person rejects. */
export const PROPOSAL_REJECTED = 'The proposal is rejected. No money was moved.';
/** A refund in part that is not one. `left`: what is not yet refunded. */
export const lessThanLeft = (left: Cents): string =>
  `Please enter less than the ${formatMoney(left)} that’s left, or refund in full`;

/** An earning that a granted appeal restores. */
export const EARNING_RESTORED = 'The appeal is granted: the earning is restored.';
export const EARNING_RESTORED_DONE =
  'The appeal is granted, and the earning is restored at our cost. Both sides read the reason.';
export const EARNING_RESTORED_BEFORE = 'This earning is restored already.';

/** A refund in full, in the audit, by who bears it. `earned`: what the answer had earned. */
export const refundedPending = (price: Cents): string =>
  `The letter ends without an answer, and ${formatMoney(price)} is refunded to the sender.`;
export const refundedByRecipient = (price: Cents, earned: Cents): string =>
  `${formatMoney(price)} is refunded to the sender. The recipient loses the ${formatMoney(earned)} they earned, and the platform its fee. ${BOTH_NOTIFIED}`;
export const refundedByPlatform = (price: Cents, earned: Cents): string =>
  `${formatMoney(price)} is refunded to the sender at the expense of the platform. The recipient keeps the ${formatMoney(earned)} they earned. ${BOTH_NOTIFIED}`;
/** `all`: this part and those before it. */
export const refundedPart = (part: Cents, price: Cents, all: Cents): string =>
  `${formatMoney(part)} of ${formatMoney(price)} is refunded to the sender at the expense of the platform, ${formatMoney(all)} in all. The recipient keeps the earning. The sender is notified.`;

/** A payment in review, in the audit. */
export const reviewKept = (price: Cents): string =>
  `The platform keeps the amount in review (price: ${formatMoney(price)}). The timeline tells both people.`;
export const reviewRefunded = (price: Cents): string =>
  `${formatMoney(price)} in review is refunded to the sender. ${BOTH_NOTIFIED}`;

/** Payouts that are held for a check. */
export const PAYOUT_RELEASED = 'The payout is released.';
export const PAYOUT_RELEASED_NEXT = 'The payout is released. The next payout run sends it.';
export const PAYOUT_HOLD_OVER =
  'The hold of this payout is over, so there’s nothing to release. Reject it.';
export const PAYOUT_NOT_HELD = 'No payout of this account is held for a check.';

/** The plan of an account that is blocked. */
export const PLAN_ENDS = 'Their plan ends after the month that’s paid for.';

/** The part of an earning that a granted appeal restores. The refund to the sender stays. */
export const appealRestores = (amount: Cents): string =>
  `They get the ${formatMoney(amount)} again and the answer counts in their odds, at our cost. The sender keeps the refund. Both read your reason.`;
export const NOTHING_TO_RESTORE = 'There’s no earning left to restore, so nothing else changes.';
/** The limit of a granted appeal. */
export const APPEAL_KEEPS_PAYMENT = 'The payment isn’t refunded by this.';
/** The effect of a granted appeal against a warning. */
export const APPEAL_ENDS_WARNING =
  'The warning no longer counts. It stays in their decisions, and says that they were right.';

/** A refund or a review that is refused, or that needs nothing, to whoever decides it. */
export const refundRefusals = {
  NOT_SENT: 'This letter was never sent: its payment is in progress or failed.',
  FREE: 'A help ticket is free: there’s nothing to refund.',
  REPORTED: 'This letter was reported: its review decides about the money.',
  REPORTED_PART: 'This letter was reported. Decide its review.',
  UNANSWERED:
    'This letter wasn’t answered, so no one earned anything. Only the platform can bear the refund.',
  UNANSWERED_PART: 'This letter isn’t answered yet: it can only be refunded in full.',
  BEARER_DECIDED: 'An earlier refund already decided who bears the cost.',
  NEVER_CHARGED: 'The sender was never charged: there’s nothing to refund.',
  REFUNDED_IN_FULL: 'The payment is already refunded in full.',
  NOT_IN_REVIEW: 'This letter isn’t in review.',
  KEPT: 'The platform has already kept the money.',
  KEPT_BEFORE: 'This was decided before: the platform kept the money.',
  REFUNDED_BEFORE: 'This was decided before: the sender is being refunded.',
  CLAIM_CONTESTED:
    'The sender made a claim about this answer. Decide the claim first; that also settles the refund.',
  CLAIM_OPEN:
    'The sender made a claim about this answer. Wait until it ends, or is contested and decided.',
  REFUNDED: 'The sender is already refunded.',
  HOLD_LAPSED: 'The hold has lapsed: the sender was never charged.',
  REFUNDING: 'The refund is already in progress.',
  REFUNDING_PART: 'A part of it is being refunded right now. Try again in a minute.',
  CHARGING: 'The card is being charged right now. Try again in a minute.',
  DISPUTED: 'The payment is disputed. Wait until the sender’s bank has decided.',
  DISPUTE_LOST:
    'A part of the payment was lost in a dispute, so Stripe refunds nothing more of it.',
  REFUSED_BY_BANK:
    'The refund was made, but the sender’s bank refused it. Pay the sender in another way than to their card.',
  REFUSED_TWICE:
    'The sender’s bank refused the refund twice. Pay the sender in another way than to their card.',
  PART_REFUNDED: 'This part is already refunded.',
  FULL_DECIDED: 'A refund in full was decided before. Refund in full.',
} as const;

/** A recipient whose earning was paid out, at least in part. `earned`: by the answer. */
export const earningPaidOut = (earned: Cents, balance: Cents): string =>
  `The recipient earned ${formatMoney(earned)} and has a balance of ${formatMoney(balance)}: earnings that were paid out can’t be taken back. Only the platform can bear the refund.`;

/** A part that somebody else refunded meanwhile. `refunded`: all parts. */
export const refundedMeanwhile = (refunded: Cents): string =>
  `${formatMoney(refunded)} is already refunded. Please look at it again.`;

/** A part that is the rest of the price, or more. */
export const partTooLarge = (left: Cents): string =>
  `A part is less than the ${formatMoney(left)} that’s left.`;
