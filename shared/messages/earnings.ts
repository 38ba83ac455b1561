import { PRODUCT_NAME } from '../brand.ts';
import { type Cents, formatMoney } from '../money.ts';
import type { PayoutStatus } from '../rules/payouts/payouts.ts';
import { plural } from './plural.ts';

/* Earnings: what is taken back of them, and their payouts. docs/product/ledger.md#debts, docs/product/payouts.md */

const ORDER = 'from your Stripe account first, then from your next earnings';
const NEVER_CHARGED = 'We never charge your card or bank account.';

/** An earning that was taken back, on Home. */
export const TAKEN_BACK = `The sender’s payment was disputed and lost, or was fraud. If it was already paid out, we take it back ${ORDER}. ${NEVER_CHARGED}`;

/** A debt on the balance: what is missing of an earning that was taken back after it was paid out. */
export const DEBT = `A payment that we had paid out to you was taken back: its sender’s bank or a claim decided against it, or it was fraud. We take this amount back ${ORDER}. ${NEVER_CHARGED}`;

/** The same rule in the usage policy. */
export const POLICY = `If a payment is taken back after you were paid out, because its sender’s bank or a claim decided so or because it was fraud, we take your share back ${ORDER}. ${NEVER_CHARGED}`;

/** The freeze of an earning. */
export const FREEZE =
  'If a sender makes a claim or their bank disputes a payment, we freeze that amount until it’s settled. It still counts in this month’s figures, but not in All-Time Revenue or in what we owe you. If the sender gets it back, we take your share back, also if it was already paid out.';

/** The earnings that are frozen now. */
export const FROZEN =
  'A sender made a claim, or their bank disputes their payment. This isn’t part of what we owe you now. Once it’s settled, it’s yours again, or the sender has it back.';

/** The rule of payouts. `minimum`: the least amount. */
export const payoutRule = (minimum: Cents): string =>
  `On the 8th of each month we pay out what you earned through the end of the month before, if it’s at least ${formatMoney(minimum)}.`;

/** The first payout. `date`: formatted, because it is the day of a payout and not the fourteenth day. */
export const firstPayout = (date: string): string =>
  `Your first payout is planned for ${date}. We wait at least 14 days after your first paid answer, because most stolen cards are reported by then.`;

/** A payout that is held for a check. */
export const heldPayout = (until: string): string =>
  `We’re holding your payout for a check until ${until}. You don’t lose any of it, and the check needs nothing from you.`;

/** Payouts that are held after a change of the account. */
export const securityHold = (until: string): string =>
  `To protect you after a change of your account, no payout goes out before ${until}. You don’t lose any of it.`;

/** A payout that waits for the payout account. */
export const waitingPayout = (amount: Cents): string =>
  `${formatMoney(amount)} is waiting for your payout account. It goes out once payouts are set up.`;

/** The cost of the Free plan. `fee`: as `10% + $0.50`; undefined if there is none. */
export const freePlan = (fee: string | undefined): string =>
  fee === undefined
    ? 'No monthly fee, and no fee on your answers.'
    : `No monthly fee. We keep ${fee} of each answer you’re paid for.`;

/** The next payout of a person whose payouts are set up. `date`: its day. */
export const payoutGoesOut = (amount: Cents, date: string): string =>
  `${formatMoney(amount)} goes out on ${date}.`;

/** The next payout of a person whose payouts are not set up. */
export const payoutDue = (amount: Cents, date: string): string =>
  `${formatMoney(amount)} is due on ${date}. It waits until payouts are set up.`;

/** A balance of this month alone. `date`: of the next payout. */
export const nothingDue = (date: string): string =>
  `Nothing is due on ${date}. What you earn this month goes out on the 8th of the next one.`;

/** A balance below the least amount. */
export const rollsOver = (balance: Cents, minimum: Cents): string =>
  `${formatMoney(balance)} is below ${formatMoney(minimum)}, so it rolls over until there’s more.`;

/** No balance. */
export const noBalance = (minimum: Cents): string =>
  `What you earn in a month goes out on the 8th of the next one. Below ${formatMoney(minimum)} it rolls over.`;

/** A payout that waits, while payouts are held after a change of the account. */
export const waitingOnly = (amount: Cents): string => `${formatMoney(amount)} is waiting.`;

/** A payout that was sent and has not arrived. */
export const onItsWay = (amount: Cents): string => `${formatMoney(amount)} is on its way.`;

/** The status of a payout, in the list of payouts. */
export const payoutStatus: Readonly<Record<PayoutStatus, string>> = {
  WAITING: 'Waiting for your payout account',
  SENDING: 'On its way',
  PAID: 'Paid. Stripe passes it on to your bank',
  FAILED: 'Didn’t go through. We still owe it to you',
  CANCELLED: 'Not sent. It repaid money that was taken back',
};

/** The notifications of payouts, which name no amount. */
export const payoutNotifications = {
  held: {
    title: 'Your payout is held for a check',
    body: 'You don’t lose any of it, and the check needs nothing from you.',
  },
  paid: { title: 'Your payout is paid', body: 'Stripe passes it on to your bank.' },
  waiting: {
    title: 'Your payout is waiting for your payout account',
    body: 'Set up payouts, and it goes out.',
  },
  failed: { title: 'Your payout didn’t go through', body: 'We still owe it to you.' },
} as const;

/** The notifications of a bonus for an invitation, which name no amount. */
export const bonusNotifications = {
  earned: { title: 'You earned a bonus for an invitation', body: 'It’s in your balance.' },
  takenBack: {
    title: 'A bonus for an invitation was taken back',
    body: 'The payment behind it was refunded or disputed.',
  },
} as const;

const invitations = (count: number) =>
  plural(count, { one: 'an invitation', other: '# invitations' });

/** Alerts on Home. */
export const alerts = {
  takenBack: (amount: Cents): string => `${formatMoney(amount)} that you earned was taken back`,
  bonusEarned: (amount: Cents, count: number): string =>
    `You earned ${formatMoney(amount)} for ${invitations(count)}`,
  IN_BALANCE: 'It’s in your balance.',
  bonusTakenBack: (amount: Cents, count: number): string =>
    `${formatMoney(amount)} for ${invitations(count)} was taken back`,
  BONUS_LOST: 'The payment that earned it was refunded, or is disputed.',
};

/** Ending a conversation, or a refund in part, takes nothing from the recipient. */
export const STAYS_YOURS = 'What you earned stays yours.';
/** The balance after a payout account was unlinked. */
export const UNLINKED =
  'Your payout account is unlinked. What you earned stays yours until you set up payouts again.';

/** The text message to a person whose payouts wait for their account. `origin`: the address of the web app. */
export const payoutWaitsMessage = (amount: Cents, origin: string): string =>
  `${PRODUCT_NAME}: we owe you ${formatMoney(amount)}, waiting for your payout account. Set it up at ${origin}/account-balance`;
