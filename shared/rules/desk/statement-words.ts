import * as decisions from '../../messages/decisions.ts';
import { type Cents, ZERO } from '../../money.ts';
import { walletName } from '../../payment-method-names.ts';
import { type Conversation, timeOfAnswer } from '../conversations/conversations.ts';
import type { CaseSubject } from './cases.ts';
import type { Removable } from './decisions.ts';

/* The facts in statements of reasons: what a decision is about. A statement never names who reported. */

const REPORTED: Readonly<Record<CaseSubject, string>> = {
  PROFILE: 'Your profile was reported.',
  CONVERSATION: 'A letter that you wrote was reported.',
  // A letter, a reply or a chat message.
  MESSAGE: 'Something that you wrote was reported.',
  CHAT: 'What you wrote in a chat was reported.',
  GROUP: 'What you wrote in a group was reported.',
  LINK: 'A link on your profile was reported.',
  PUBLIC_ANSWER: 'A public answer of yours was reported.',
  THANKS: 'What you said in thanks for an answer was reported.',
  STATEMENT: 'A decision about your account was looked at again.',
};

const REMOVED: Readonly<Record<Removable, string>> = {
  PUBLIC_ANSWER: 'We took it off the public pages.',
  LINK: 'We removed the link.',
  THANKS: 'We took it off the profile, and it can’t be shown again. The letter keeps it.',
  MESSAGE: 'We removed the message.',
  BIO: 'We removed the text of your profile.',
  PICTURE: 'We removed the picture of your profile.',
};

/** The facts of an upheld report. */
export const reportFacts = (subject: CaseSubject, removed?: Removable): string =>
  [REPORTED[subject], ...(removed ? [REMOVED[removed]] : [])].join(' ');

/** The facts of a removed public answer for the sender of its letter, who agreed to publish it too. */
export const PUBLIC_ANSWER_REMOVED_FACTS = `The public answer to a letter of yours was reported. ${REMOVED.PUBLIC_ANSWER} Your letter and the answer stay as they are.`;

/** What whoever reported something reads; without the name of the person whom it is about. */
export const decidedReportFacts = (subject: CaseSubject, isUpheld: boolean): string =>
  `You reported ${REPORTED_BY_YOU[subject]}. ${isUpheld ? 'We have acted on it.' : 'We found no breach of our rules.'}`;

const REPORTED_BY_YOU: Readonly<Record<CaseSubject, string>> = {
  PROFILE: 'a profile',
  CONVERSATION: 'a letter that you received',
  MESSAGE: 'something that someone wrote',
  CHAT: 'a chat',
  GROUP: 'a group',
  LINK: 'a link',
  PUBLIC_ANSWER: 'a public answer',
  THANKS: 'a thank-you on a profile',
  STATEMENT: 'a decision',
};

/** The facts about the payment of a message, as its sender or its recipient reads them. */
type Paid = Pick<
  Conversation,
  'price' | 'paidAt' | 'modifiedAt' | 'net' | 'history' | 'money' | 'payment'
>;

const sentLetter = ({ price, paidAt, payment: { paidWith } }: Paid) => ({
  price,
  sentOn: paidAt,
  wallet: walletName(paidWith),
});
const answeredLetter = (c: Paid) => ({
  net: c.net ?? ZERO,
  answeredOn: timeOfAnswer(c) ?? c.modifiedAt,
});

/** The facts of a report after which the platform keeps the payment. */
export const keptFacts = (c: Paid): string => decisions.chargeStays(sentLetter(c));

/** The facts of the same decision for whoever reported the message. */
export const reviewedFacts = ({ price }: Paid, isKept: boolean): string =>
  decisions.reportReviewed(price, isKept);

/** The facts of a refund in full for the sender. A hold ends, a charge is refunded. */
export const refundedFacts = (c: Paid): string =>
  decisions.refundedInFull(sentLetter(c), c.money.state);

/** The facts of a refund in part for the sender. */
export const partRefundedFacts = (c: Paid, part: Cents): string =>
  decisions.refundedInPart(sentLetter(c), part);

/** The facts of a refund that the platform bears, for the recipient. `part`: the amount, if it is a part of the price. */
export const earningKeptFacts = (c: Paid, part?: Cents): string =>
  decisions.earningStays(answeredLetter(c), part);

/** The facts of a refund for which the recipient gives up an earning. */
export const reversedFacts = (c: Paid): string => decisions.earningTakenBack(answeredLetter(c));

/** The facts of a refund of an unanswered message, for the recipient. */
export const messageEndedFacts = ({ paidAt }: Paid): string => decisions.letterEnded(paidAt);

/** The facts of a decided claim. Without the subject of the message, which staff read only with a reason. */
export const claimFacts = (c: Paid): string => decisions.claimUpheld(answeredLetter(c));
export const claimGrantedFacts = (c: Paid): string => decisions.claimGranted(sentLetter(c));
export const claimRejectedFacts = (c: Paid): string => decisions.claimRejected(sentLetter(c));
export const refundStaysFacts = (c: Paid): string => decisions.refundStays(sentLetter(c));
export const earningFreedFacts = (c: Paid): string => decisions.earningFreed(answeredLetter(c));

export const BLOCKED_FACTS = 'We looked at how your account is used.';
export const UNBLOCKED_FACTS = 'Your account is no longer blocked. You can use it again.';
export { PAYOUT_RELEASED as PAYOUT_RELEASED_FACTS } from '../../messages/decisions.ts';
