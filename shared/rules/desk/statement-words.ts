import { prettyDate } from '../../dates.ts';
import { type Cents, formatMoney, ZERO } from '../../money.ts';
import { type Conversation, timeOfAnswer } from '../conversations/conversations.ts';
import type { CaseSubject } from './cases.ts';
import type { Removable } from './decisions.ts';

/* The facts in statements of reasons: what a decision is about. A statement never names who reported. */

const REPORTED: Readonly<Record<CaseSubject, string>> = {
  PROFILE: 'Your profile was reported.',
  CONVERSATION: 'A message that you wrote was reported.',
  MESSAGE: 'A message that you wrote was reported.',
  CHAT: 'What you wrote in a chat was reported.',
  GROUP: 'What you wrote in a group was reported.',
  LINK: 'A link on your profile was reported.',
  STATEMENT: 'A decision about your account was looked at again.',
};

const REMOVED: Readonly<Record<Removable, string>> = {
  LINK: 'We removed the link.',
  MESSAGE: 'We removed the message.',
  BIO: 'We removed the text of your profile.',
  PICTURE: 'We removed the picture of your profile.',
};

/** The facts of an upheld report. */
export const reportFacts = (subject: CaseSubject, removed?: Removable): string =>
  [REPORTED[subject], ...(removed ? [REMOVED[removed]] : [])].join(' ');

/** What whoever reported something reads; without the name of the person whom it is about. */
export const decidedReportFacts = (subject: CaseSubject, isUpheld: boolean): string =>
  `You reported ${REPORTED_BY_YOU[subject]}. ${isUpheld ? 'We have acted on it.' : 'We found no breach of our rules.'}`;

const REPORTED_BY_YOU: Readonly<Record<CaseSubject, string>> = {
  PROFILE: 'a profile',
  CONVERSATION: 'a message that you received',
  MESSAGE: 'a message',
  CHAT: 'a chat',
  GROUP: 'a group',
  LINK: 'a link',
  STATEMENT: 'a decision',
};

/** The facts about the payment of a message, as its sender or its recipient reads them. */
type Paid = Pick<Conversation, 'price' | 'paidAt' | 'modifiedAt' | 'net' | 'history' | 'money'>;

const sentWords = ({ paidAt }: Paid) => `a message that you sent on ${prettyDate(paidAt)}`;
const answeredWords = (c: Paid) =>
  `a message that you answered on ${prettyDate(timeOfAnswer(c) ?? c.modifiedAt)}`;
const earnedWords = ({ net = ZERO }: Paid) => `The ${formatMoney(net)} that you earned with it`;

/** The facts of a report after which the platform keeps the payment. */
export const keptFacts = ({ price, paidAt }: Paid): string =>
  `A message that you sent on ${prettyDate(paidAt)} was reported. Its payment of ${formatMoney(price)} isn’t refunded.`;

/** The facts of the same decision for whoever reported the message. */
export const reviewedFacts = ({ price }: Paid, isKept: boolean): string =>
  `You reported a message that you received. ${isKept ? `Its sender doesn’t get the ${formatMoney(price)} back.` : `Its sender gets the ${formatMoney(price)} back.`}`;

/** The facts of a refund in full for the sender. A hold ends, a charge goes back to the card. */
export const refundedFacts = (c: Paid): string =>
  c.money.state === 'HELD'
    ? `We decided that you don’t pay for ${sentWords(c)}. The hold of ${formatMoney(c.price)} on your card ends.`
    : `We decided that you don’t pay for ${sentWords(c)}. The ${formatMoney(c.price)} go back to your card.`;

/** The facts of a refund in part for the sender. */
export const partRefundedFacts = (c: Paid, part: Cents): string =>
  `We decided that you get ${formatMoney(part)} of the ${formatMoney(c.price)} back that you paid for ${sentWords(c)}.`;

/** The facts of a refund that the platform bears, for the recipient. `part`: the amount, if it is a part of the price. */
export const earningKeptFacts = (c: Paid, part?: Cents): string =>
  `${part === undefined ? 'The payment' : `${formatMoney(part)} of the payment`} of ${answeredWords(c)} was given back to its sender. ${earnedWords(c)} stays yours.`;

/** The facts of a refund for which the recipient gives up an earning. */
export const reversedFacts = (c: Paid): string =>
  `The payment of ${answeredWords(c)} was refunded. ${earnedWords(c)} are taken back.`;

/** The facts of a refund of an unanswered message, for the recipient. */
export const messageEndedFacts = ({ paidAt }: Paid): string =>
  `A message that you received on ${prettyDate(paidAt)} was ended before you answered it, and its sender doesn’t pay. It doesn’t count in your response rate.`;

/** The facts of a decided claim. Without the subject of the message, which staff read only with a reason. */
export const claimFacts = (c: Paid): string =>
  `The sender of ${answeredWords(c)} claimed that it was no answer, and was refunded. ${earnedWords(c)} are taken back.`;
export const claimRejectedFacts = (c: Paid): string =>
  `You claimed that the answer to ${sentWords(c)} is none. The answer stands, and the ${formatMoney(c.price)} aren’t refunded.`;
export const earningFreedFacts = (c: Paid): string =>
  `The sender of ${answeredWords(c)} claimed that it was no answer. Your answer stands. ${earnedWords(c)} are yours again.`;

export const BLOCKED_FACTS = 'We looked at how your account is used.';
export const UNBLOCKED_FACTS = 'Your account is no longer blocked. You can use it again.';
export const PAYOUT_RELEASED_FACTS =
  'Your payout was held for a check. The check is over: it goes out with the next run of payouts.';
