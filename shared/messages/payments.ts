import { capital } from '../capital.ts';
import { type Cents, formatMoney } from '../money.ts';
import type { MoneyState, Side } from '../rules/conversations/conversations.ts';
import type { Instant } from '../time.ts';
import type { DateWords } from './dates.ts';
import { STAYS_YOURS } from './earnings.ts';

/*
 * The payment of a letter, to the person who paid: each fact is one sentence, which screens, notifications, emails and text messages
 * share. A card is held, charged, released or refunded. A wallet may have paid in its place, so a sentence that need not say where the money
 * goes says that the person is charged; another names what paid. docs/product/conversations.md#money-states
 */

/** The time that a refund takes. */
export const REFUND_TIME = 'Your bank shows it within 5 to 10 days.';
/** The time that a released hold stays visible. */
export const HOLD_LEAVES = 'Your bank may show the hold for a few more days.';
/** Before an answer, whatever the payment is: the promise without its date. */
export const ANSWER_OR_MONEY = 'If they don’t, you get all of your money back.';

/** The promise of a refund without an answer, with its deadline. */
export function noAnswer(
  { price, answerBy }: { readonly price: Cents; readonly answerBy: Instant },
  dates: DateWords,
): string {
  return `No answer by ${dates.deadline(answerBy)}? You get all ${formatMoney(price)} back.`;
}

/** The effect of a report for breaking the rules on the money. */
export const chargedByReport = (name: string): string =>
  `If ${name} reports your letter for breaking our rules, you’re charged while we review it.`;

/** The day of a charge. */
export const charged = (
  { price, chargedOn }: { readonly price: Cents; readonly chargedOn: Instant },
  dates: DateWords,
): string => `You were charged ${formatMoney(price)} on ${dates.day(chargedOn)}.`;

/** A charge that is under review because of a report. */
export const IN_REVIEW = 'You were charged while we review the report.';
/** Several letters that were reported. */
export const REPORTS_CHARGED = 'You were charged for them. Each letter says what we decided.';

/** A refund that the bank turned down. `owed`: what is still owed; all of it, or what the bank left. */
export function refundRefused({ price, owed }: { readonly price: Cents; readonly owed: Cents }) {
  const sum = formatMoney(owed);
  return owed < price
    ? `Your bank gave you part of the money. We still owe you the other ${sum} and are working on another way to pay you. You don’t need to do anything.`
    : `Your bank turned down the refund. We still owe you all ${sum} and are working on another way to pay you. You don’t need to do anything.`;
}

/** The state of the money of a letter that ended without an answer, or was refunded. */
export function returned(
  state: MoneyState,
  {
    price,
    owed = price,
    card = 'your card',
  }: { readonly price: Cents; readonly owed?: Cents; readonly card?: string | undefined },
): string {
  switch (state) {
    case 'HELD':
    case 'RELEASED':
      return `You weren’t charged. ${HOLD_LEAVES}`;
    case 'REFUNDED':
      return `All ${formatMoney(price)} is on its way back to ${card}. ${REFUND_TIME}`;
    case 'CHARGED':
      return refundRefused({ price, owed });
    case 'IN_REVIEW':
      return IN_REVIEW;
  }
}

/** The same on a lock screen, where nobody may read an amount. */
export function returnedBriefly(state: MoneyState): string {
  switch (state) {
    case 'HELD':
    case 'RELEASED':
      return 'You weren’t charged.';
    case 'REFUNDED':
      return 'Your money is on its way back.';
    case 'CHARGED':
      return 'Your bank turned down the refund. We’re working on another way.';
    case 'IN_REVIEW':
      return IN_REVIEW;
  }
}

/** A refund that is decided and not yet at the bank. */
export const refunding = (price: Cents, card = 'your card'): string =>
  `We’re refunding all ${formatMoney(price)} to ${card}. ${REFUND_TIME}`;

/** The effect of canceling on the money, before it is done. */
export function cancelEffect(state: MoneyState, price: Cents, card = 'your card'): string {
  const amount = formatMoney(price);
  return state === 'HELD'
    ? `We release the hold on ${amount} now. You’re never charged. ${HOLD_LEAVES}`
    : `We refund all ${amount} to ${card} now. ${REFUND_TIME}`;
}

/** The effect of canceling on the money, after it is done. */
export function cancelDone(state: MoneyState, price: Cents, card = 'your card'): string {
  return state === 'HELD'
    ? 'You weren’t charged.'
    : `All ${formatMoney(price)} is on its way back to ${card}.`;
}

/** The effect of a decline or a kind report on the money of the sender, for the recipient. `name`: the sender. */
export function sendersReturn(
  state: MoneyState,
  { price, name }: { readonly price: Cents; readonly name: string },
): string {
  const amount = formatMoney(price);
  return state === 'HELD'
    ? `We release the hold on ${name}’s ${amount}: they’re never charged.`
    : `We refund all ${amount} to ${name}.`;
}

/** The promise beside the price, before the payment. */
export const HELD_TODAY = 'Held today, not charged.';

/** The condition of a charge that stays. */
export const paidOnlyIfAnswered = (name: string): string => `You pay only if ${name} answers.`;

/** The card that is chosen in the sheet of a wallet, before it is, and afterwards. */
export const CHOSEN_CARD = { card: 'the card you choose', back: 'that card' } as const;

/** The steps that a payment can take, below their dates, before it is made. `card`: the card that pays, once it is known. */
export const beforePayment = ({
  price,
  name,
  card = 'your card',
  back = card,
}: {
  readonly price: Cents;
  readonly name: string;
  readonly card?: string | undefined;
  /** The same card once it was named, in other words. */
  readonly back?: string | undefined;
}) =>
  ({
    held: `${formatMoney(price)} is held on ${card}. Nothing is charged, and you can cancel until ${name} answers.`,
    answered: `${capital(back)} is charged, and the answer is yours to keep.`,
    declined: 'You get all of it back: the hold is released, or the charge refunded.',
    chargedEarly: `Holds on cards expire after a week. If ${name} hasn’t answered by then, we charge the ${formatMoney(price)} and keep it safe for the answer.`,
    noAnswer: `No answer by then? You get all ${formatMoney(price)} back on ${back} automatically. ${REFUND_TIME}`,
  }) as const;

/** Says that the money goes back without an answer, beside the day of the deadline. */
export const moneyReturns = (side: Side, price: Cents): string =>
  side === 'sender'
    ? `no answer? You get all ${formatMoney(price)} back`
    : `no answer? They get all ${formatMoney(price)} back`;

/** Says in a menu that declining gives the money back. `name`: the sender. */
export const declineReturns = (name: string, price: Cents): string =>
  `${name} gets all ${formatMoney(price)} back`;

/** The steps of a payment, beside their dates. */
export const stepWords = {
  answered: 'you’re charged',
  answeredAfterCharge: 'you read it here; you aren’t charged again',
  chargedEarly:
    'still no answer? You’re charged, because the hold expires. You get it all back if no answer comes',
  noAnswer: (price: Cents) => `no answer? You get all ${formatMoney(price)} back automatically`,
  wasChargedEarly: (price: Cents) =>
    `${formatMoney(price)} charged, because the hold was about to expire`,
  wasChargedEarlyForRecipient: 'The sender was charged. We hold the money until you answer',
} as const;

/** A report, in its receipt. `chargedOn`: the day of a charge before the report. */
export function reported(
  {
    name,
    price,
    chargedOn,
  }: { readonly name: string; readonly price: Cents; readonly chargedOn: Instant | undefined },
  dates: DateWords,
): string {
  return chargedOn === undefined
    ? `${name} reported your letter. ${IN_REVIEW}`
    : `${name} reported your letter. ${charged({ price, chargedOn }, dates)} We keep the payment while we review the report.`;
}

/** Tells the recipient where the sender’s money went. */
export function sendersMoney(state: MoneyState): string {
  switch (state) {
    case 'RELEASED':
    case 'HELD':
      return 'The sender wasn’t charged.';
    case 'REFUNDED':
      return 'The sender gets all of the money back.';
    case 'CHARGED':
    case 'IN_REVIEW':
      return 'The sender was charged.';
  }
}

/** The condition under which a payment can be canceled. */
export const cancelUntil = (name: string): string => `You can cancel until ${name} answers.`;

/** The effect of a report on the money of the sender, before it is sent. `isRefunded`: its reason gives the money back. */
export const reportEffect = ({
  name,
  price,
  isRefunded,
}: {
  readonly name: string;
  readonly price: Cents;
  readonly isRefunded: boolean;
}): string =>
  isRefunded
    ? `${name} gets all ${formatMoney(price)} back. You don’t earn anything from reported letters.`
    : `${name} is charged ${formatMoney(price)} and we review their account. You don’t earn anything from reported letters.`;

/** The same for a free message. */
export const freeReportEffect = (name: string, isRefunded: boolean): string =>
  isRefunded
    ? `${name} paid nothing and isn’t charged.`
    : `${name} paid nothing and isn’t charged. We review their account.`;

/** A report of something that was not paid for. */
export const REPORT_MOVES_NOTHING = 'Reporting doesn’t refund or charge anyone.';

/** The effect of a decline on the money of the sender, after it is done. */
export const declineDone = (state: MoneyState, name: string): string =>
  state === 'HELD' ? `${name} wasn’t charged.` : `${name} gets all of the money back.`;

/** The sentences about the money of an ended letter that the specification fixes, to its two sides. */
export const SPECIFIED = {
  notCharged: 'You were not charged for this message.',
  charged: 'You have been charged for this message.',
  chargedAndFlagged:
    'You have been charged for this message and your account has been flagged for review.',
  senderNotCharged: 'The user was not charged for this message.',
  senderChargedAndFlagged:
    'User was charged for this transaction and their account has been flagged for review.',
} as const;

/** A question of a recipient who needs to know more before they answer. */
export const REPLY_IS_FREE = 'Your reply is free and doesn’t change the price.';
/** A reminder that the sender asks us to send. */
export const NUDGE_IS_FREE =
  'You can do this once. It’s free, and changes neither the deadline nor your money.';

/** The notification of a dispute to the person who answered. `title`, `body`: with the letter, where it may be shown. */
export const disputed = {
  notification: {
    title: 'A payment is disputed',
    body: 'We sent the bank the record of your answer.',
  },
  title: 'We sent the bank the record of your answer',
  body: 'The sender’s bank asked for the money back.',
} as const;

/** The notification of a refund by staff, to the sender. `part`: the amount, if it is a part of the price. */
export const refundToSender = (part: Cents | undefined) => ({
  title: part === undefined ? 'You get your money back' : `You get ${formatMoney(part)} back`,
  body: `It’s on its way. ${REFUND_TIME}`,
});

/** An earning after a refund by staff: it is kept, it is taken back, or there never was one because the letter was reported. */
export type EarningAfterRefund = 'KEPT' | 'TAKEN_BACK' | 'NONE';

const EARNING_AFTER_REFUND: Readonly<Record<EarningAfterRefund, string>> = {
  KEPT: STAYS_YOURS,
  TAKEN_BACK: 'What you earned for it was taken back.',
  NONE: 'You reported this letter and earned nothing for it.',
};

/** The same to the recipient. */
export const refundToRecipient = (part: Cents | undefined, earning: EarningAfterRefund) => ({
  title: part === undefined ? 'A payment was refunded' : 'Part of a payment was refunded',
  body: EARNING_AFTER_REFUND[earning],
});

/** Its title where the name of the sender may be shown. */
export const senderIsRefunded = (fullName: string, part: Cents | undefined): string =>
  `${fullName} gets ${part === undefined ? 'the money' : formatMoney(part)} back`;
