import { prettyDate } from '../dates.ts';
import { type Cents, formatMoney } from '../money.ts';
import type { MoneyState } from '../rules/conversations/conversations.ts';
import type { Instant } from '../time.ts';
import { REFUND_TIME } from './payments.ts';

/*
 * Decisions about the money of a letter, to its two sides. They are stored with the decision, and sent to people in any time zone, so
 * their days are in UTC. They name no subject, which staff read only with a reason. docs/product/desk.md
 */

/** A letter to the person who paid for it. `wallet`: what paid, such as `Apple Pay, Visa 4242`; absent for a typed card. */
type SentLetter = {
  readonly price: Cents;
  readonly sentOn: Instant;
  readonly wallet?: string | undefined;
};
/** A letter to the person who answered it. `net`: what they earned. */
type AnsweredLetter = { readonly net: Cents; readonly answeredOn: Instant };

const sent = ({ sentOn }: SentLetter) => `a letter that you sent on ${prettyDate(sentOn)}`;
const answered = ({ answeredOn }: AnsweredLetter) =>
  `a letter that you answered on ${prettyDate(answeredOn)}`;
/** Where a refund goes. */
const paidBy = ({ wallet = 'your card' }: SentLetter) => wallet;
const takenBack = ({ net }: AnsweredLetter) =>
  `The ${formatMoney(net)} that you earned for it is taken back from your balance.`;

/** A charge that stays after a report, for the sender. */
export const chargeStays = ({ price, sentOn }: SentLetter): string =>
  `A letter that you sent on ${prettyDate(sentOn)} was reported. The ${formatMoney(price)} stays charged.`;

/** The same decision for whoever reported the letter. `isKept`: the charge stays. */
export const reportReviewed = (price: Cents, isKept: boolean): string =>
  isKept
    ? `You reported a letter that you received. Its sender isn’t refunded the ${formatMoney(price)}.`
    : `You reported a letter that you received. We refunded its sender all ${formatMoney(price)}.`;

/** A refund in full, for the sender. */
export const refundedInFull = (letter: SentLetter, state: MoneyState): string =>
  state === 'HELD'
    ? `We decided that you don’t pay for ${sent(letter)}. We release the hold on ${formatMoney(letter.price)}: you’re never charged.`
    : `We decided that you don’t pay for ${sent(letter)}. We refund all ${formatMoney(letter.price)} to ${paidBy(letter)}.`;

/** A refund in part, for the sender. */
export const refundedInPart = (letter: SentLetter, part: Cents): string =>
  `We decided to refund you ${formatMoney(part)} of the ${formatMoney(letter.price)} that you paid for ${sent(letter)}.${letter.wallet ? ` It goes back to ${letter.wallet}.` : ''}`;

/** A refund that the platform pays for, for the recipient. `part`: the amount, if it is a part of the price. */
export const earningStays = (letter: AnsweredLetter, part?: Cents): string =>
  part === undefined
    ? `We refunded the sender of ${answered(letter)}. You keep the ${formatMoney(letter.net)} that you earned for it.`
    : `We refunded the sender of ${answered(letter)} ${formatMoney(part)}. You keep the ${formatMoney(letter.net)} that you earned for it.`;

/** A refund for which the recipient loses an earning. */
export const earningTakenBack = (letter: AnsweredLetter): string =>
  `We refunded the sender of ${answered(letter)}. ${takenBack(letter)}`;

/** A refund of a letter that was not answered, for its recipient. */
export const letterEnded = (receivedOn: Instant): string =>
  `We ended a letter that you received on ${prettyDate(receivedOn)} before you answered it, and its sender doesn’t pay. It doesn’t count in your response rate.`;

/** A claim that was upheld, for the sender. */
export const claimGranted = (letter: SentLetter): string =>
  `You claimed that the answer to ${sent(letter)} didn’t answer the question. We agree, and refund all ${formatMoney(letter.price)} to ${paidBy(letter)}.`;

/** A claim that was upheld, for the person who wrote the answer. */
export const claimUpheld = (letter: AnsweredLetter): string =>
  `The sender of ${answered(letter)} claimed that your answer didn’t answer the question, and was refunded. ${takenBack(letter)}`;

/** A claim that was rejected, for the sender. */
export const claimRejected = (letter: SentLetter): string =>
  `You claimed that the answer to ${sent(letter)} didn’t answer the question. The answer stands, and the ${formatMoney(letter.price)} isn’t refunded.`;

/** A claim that was rejected, for the person who wrote the answer. */
export const earningFreed = (letter: AnsweredLetter): string =>
  `The sender of ${answered(letter)} claimed that your answer didn’t answer the question. Your answer stands, and the ${formatMoney(letter.net)} is yours again.`;

/** An appeal of the person who answered, which was granted: for the sender, who was refunded. */
export const refundStays = (letter: SentLetter): string =>
  `You got the ${formatMoney(letter.price)} back for ${sent(letter)}. The person who answered it appealed that decision, and we agree with them: the answer counts. Your refund stays; we bear it.`;

/** A payout whose hold is over. */
export const PAYOUT_RELEASED =
  'Your payout was held for a check. The check is over: it goes out with the next run of payouts.';

/** The effect of a decision on the money of its reader, below the decision. */
export const effects = {
  chargeStays: 'The charge for this letter stays. Nothing else changes.',
  claimUpheld: `The money is on its way back. ${REFUND_TIME}`,
  earningFreed: 'The earning is in your balance again, and your odds stay as they are.',
  earningKept: 'You keep the earning, and your odds stay as they are.',
  earningReversed:
    'The earning leaves your balance. What was paid out of it already is taken from your next earnings; we never charge your card or bank account.',
  partRefunded: `This part is on its way back. ${REFUND_TIME}`,
  refunded: `If you were charged, the money is on its way back. ${REFUND_TIME}`,
  refundStays: 'Nothing changes for you: the money stays yours.',
  payoutReleased: 'The payout goes out with the next run. You don’t need to do anything.',
  accountBlocked:
    'You can’t sign in. Letters that waited have ended, and whoever paid for them gets the money back. What is owed to you is kept for you.',
  accountUnblocked: 'You can sign in and use everything again. A plan that ended isn’t restored.',
  moneyStays: 'Your account, your profile and your money stay as they are.',
  earningRestored:
    'You have the earning again, and the answer counts in your odds. The sender keeps the refund, which we bear.',
  paymentWrong:
    'We were wrong. Write to us about the payment: this letter isn’t refunded by itself.',
} as const;

/** The rule of a refund by staff. */
export const REFUND_RULE = 'Support gives money back where it was paid for nothing';
