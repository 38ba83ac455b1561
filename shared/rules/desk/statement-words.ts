import { type Cents, formatMoney } from '../../money.ts';
import { type Instant, prettyDate } from '../../time.ts';
import type { CaseSubject } from './cases.ts';
import type { Removable } from './decisions.ts';

/* The facts in statements of reasons: what a decision is about, without the name of who reported it. */

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

/** The facts of a report after which the platform keeps the payment. */
export const keptFacts = (price: Cents, sentAt: Instant): string =>
  `A message that you sent on ${prettyDate(sentAt)} was reported. Its payment of ${formatMoney(price)} is not refunded.`;

/** The facts of a refund for which the recipient gives up an earning. */
export const reversedFacts = (earned: Cents, answeredAt: Instant): string =>
  `The payment of a message that you answered on ${prettyDate(answeredAt)} was refunded. The ${formatMoney(earned)} that you earned with it are taken back.`;

/** The facts of an upheld claim. Without the subject of the message, which staff read only with a reason. */
export const claimFacts = (earned: Cents, answeredAt: Instant): string =>
  `The sender of a message that you answered on ${prettyDate(answeredAt)} claimed that it was no answer, and was refunded. The ${formatMoney(earned)} that you earned with it are taken back.`;

export const BLOCKED_FACTS = 'We looked at how your account is used.';
