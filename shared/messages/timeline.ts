import { type Cents, formatMoney } from '../money.ts';

/*
 * The lines of a letter's timeline that are about money. Each is one line for one reader: the sender and the recipient have two messages.
 * `name`: the other person. Amounts that moved nothing are left out. docs/product/conversations.md#timeline
 */

/** To the sender. */
export const sender = {
  /** `wallet`: `Apple Pay, Visa 4242`; undefined for a typed card. */
  delivered: (price: Cents, wallet?: string): string =>
    `Delivered, ${formatMoney(price)} held${wallet ? ` on ${wallet}` : ''}`,
  deliveredFree: 'Delivered for free',
  released: (price: Cents): string =>
    `The hold on ${formatMoney(price)} was released: you were never charged`,
  refunded: (price: Cents, wallet = 'your card'): string =>
    `All ${formatMoney(price)} refunded to ${wallet}`,
  /** A report that we reviewed and kept. */
  kept: (price: Cents): string => `We reviewed it, and the ${formatMoney(price)} stays charged`,
  givenBack: (price: Cents): string => `We decided to refund you the ${formatMoney(price)}`,
  partlyRefunded: (part: Cents): string => `We refunded you ${formatMoney(part)}`,
  /** A refund that the bank turned down, by what is owed after it. */
  refundOfReportRefused: 'Your bank turned down a refund',
  refundRefused: 'Your bank turned down the refund',
  refundRepeated: 'Your bank turned down the refund: we sent it once more',
  refundOwed: (owed: Cents): string =>
    `Your bank turned down the refund: we still owe you ${formatMoney(owed)}`,
  restOwed: (owed: Cents): string =>
    `Your bank gave you part of the money: we still owe you the other ${formatMoney(owed)}`,
  disputed: 'Your bank asked us for the money back',
  disputeWon: 'Your bank decided: the payment stands',
  disputeWonUnanswered: 'Your bank left the money with us',
  disputeLost: 'Your bank gave you the money back',
  fraud: 'The payment was fraud',
  /** The next step. */
  bankDecides: 'either the charge stays, or you get the money back',
  bankDecidesRefunded: 'you get the money back either way',
  otherWay: 'we look for another way to pay you back',
  cardShows: 'your bank shows it on your card',
  walletShows: (wallet: string): string =>
    `your bank shows it on the card behind ${wallet}, also if you have removed that card from your phone`,
  claimGivenBack: (name: string, price: Cents): string =>
    `${name} gives you the ${formatMoney(price)} back`,
  claimLapsed: (name: string, price: Cents): string =>
    `${name} didn’t respond, so you get the ${formatMoney(price)} back`,
  claimUpheld: (price: Cents): string =>
    `Your claim was upheld: you get the ${formatMoney(price)} back`,
};

/** The lines to the recipient with what happened to their earning, or without it if it did not move. */
const withSum = (sum: Cents | undefined, line: string, moved: (sum: string) => string): string =>
  sum ? `${line}${moved(formatMoney(sum))}` : line;
const frozen = (sum: string) => `: ${sum} of your balance is frozen`;
const free = (sum: string) => `: ${sum} is yours again`;
const taken = (sum: string) => `: ${sum} of your earnings was taken back`;

/** To the recipient. `sum`: the part of their earnings that moved. */
export const recipient = {
  answered: (net: Cents): string => `Answered, ${formatMoney(net)} earned`,
  released: 'The sender was never charged',
  refunded: 'The sender was refunded',
  refundRefused: 'The refund to the sender was turned down',
  givenBackReport: (name: string): string => `We decided to refund ${name}`,
  givenBack: (name: string, sum: Cents | undefined): string =>
    sum
      ? withSum(sum, `We decided to refund ${name}`, taken)
      : `We decided to refund ${name}. You keep what you earned`,
  partlyRefunded: (name: string, part: Cents): string =>
    `We refunded ${name} ${formatMoney(part)}. You keep what you earned`,
  disputed: (name: string, sum: Cents | undefined): string =>
    withSum(sum, `${name}’s bank asked for the money back`, frozen),
  disputeWon: (sum: Cents | undefined): string => withSum(sum, 'The bank decided for you', free),
  disputeLost: (name: string, sum: Cents | undefined): string =>
    sum
      ? withSum(sum, `The bank gave the money to ${name}`, taken)
      : `The bank gave the money to ${name}, your balance stays as it is`,
  fraud: (sum: Cents | undefined): string => withSum(sum, 'The payment was fraud', taken),
  /** The next step. */
  willEarn: (net: Cents): string => `you earn ${formatMoney(net)}`,
  willReturn: (name: string, price: Cents): string =>
    `no answer? ${name} gets all ${formatMoney(price)} back automatically`,
  FREE: 'no one pays for it',
  bankDecides: (name: string, sum: Cents | undefined): string =>
    sum
      ? `the ${formatMoney(sum)} is yours again, or goes to ${name}`
      : 'your balance stays as it is',
  claimed: (name: string, sum: Cents | undefined): string =>
    withSum(sum, `${name} claimed that this doesn’t answer the question`, frozen),
  claimWithdrawn: (name: string, sum: Cents | undefined): string =>
    withSum(sum, `${name} withdrew the claim`, free),
  claimAcceptedBy: (name: string, sum: Cents | undefined): string =>
    withSum(sum, `${name} accepted the improved answer`, free),
  claimAccepted: (sum: Cents | undefined): string =>
    withSum(sum, 'The improved answer stands', free),
  claimGivenBack: (sum: Cents | undefined): string =>
    withSum(sum, 'You gave the money back', taken),
  claimLapsed: (sum: Cents | undefined): string =>
    withSum(sum, 'You didn’t respond within 72 hours', taken),
  claimUpheld: (sum: Cents | undefined): string => withSum(sum, 'The claim was upheld', taken),
  claimRejected: (sum: Cents | undefined): string => withSum(sum, 'The claim was rejected', free),
  claimOvertaken: (sum: Cents | undefined): string =>
    withSum(sum, 'The claim ended, because the payment was disputed or refunded', free),
};

/** To both, about a letter that was paid, and one whose payment was lost before an answer. */
export const PAID = 'Paid and delivered';
export const HOLD_EXPIRED = 'The hold on the payment expired before there was an answer';
export const PAYMENT_LOST = 'The payment was refunded or disputed before there was an answer';
export const PAYMENT_FAILED = 'Withdrawn, because its payment failed';
export const BANK_WARNED = 'Your bank warned us about this payment';
