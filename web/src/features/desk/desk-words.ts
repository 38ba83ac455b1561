import type { viewDeskCase } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { durationWords } from '#shared/dates.ts';
import type { CaseKind, CaseSubject, Harm, StatementDeed } from '#shared/rules/desk/cases.ts';
import type { DecisionKind } from '#shared/rules/desk/decision-readers.ts';
import type { Removable } from '#shared/rules/desk/decisions.ts';
import type { Permission, Tile } from '#shared/rules/desk/permissions.ts';
import type { CashOutSign } from '#shared/rules/payouts/cash-out.ts';
import { type Instant, MINUTE } from '#shared/time.ts';
import { REASON_WORDS } from '../safety/reason-words.ts';

/* The desk in words. docs/product/desk.md */

export type DeskCase = Output<typeof viewDeskCase>['data'][number];

export const TILE_WORDS: Record<
  Tile,
  { readonly title: string; readonly short: string; readonly kind: string }
> = {
  DANGER: { title: 'Danger', short: 'Danger', kind: 'Danger' },
  CLAIMS: { title: 'Claims', short: 'Claims', kind: 'Claim' },
  REPORTS: { title: 'Reports', short: 'Reports', kind: 'Report' },
  REVIEWS: { title: 'Reviews', short: 'Reviews', kind: 'Review' },
  APPEALS: { title: 'Appeals', short: 'Appeals', kind: 'Appeal' },
  SECOND_PERSON: { title: 'Second person', short: 'Second', kind: 'Second' },
  PAYOUTS: { title: 'Payouts', short: 'Payouts', kind: 'Payout' },
  TICKETS: { title: 'Tickets', short: 'Tickets', kind: 'Ticket' },
};

export const PERMISSION_WORDS: Record<Permission, string> = {
  SUPPORT: 'Support',
  MODERATOR: 'Moderation',
  FINANCE: 'Finance',
};

export const KIND_WORDS: Record<CaseKind, string> = {
  REPORT: 'Report',
  APPEAL: 'Appeal',
  CLAIM: 'Claim',
  REFUND: 'Refund',
  BLOCK: 'Account',
};

export const SUBJECT_WORDS: Record<CaseSubject, string> = {
  PROFILE: 'a profile',
  CONVERSATION: 'a conversation',
  MESSAGE: 'a letter or a reply',
  CHAT: 'a chat',
  GROUP: 'a group',
  LINK: 'a link',
  PUBLIC_ANSWER: 'a public answer',
  THANKS: 'a thank-you on a profile',
  STATEMENT: 'a decision',
};

export const HARM_WORDS: Record<Harm, string> = {
  1: 'Not urgent',
  2: 'Someone is harmed',
  3: 'Someone may be in danger',
};

/** To remove something that was reported. */
export const REMOVE_WORDS: Record<Removable, string> = {
  PUBLIC_ANSWER: 'Take the public answer off',
  LINK: 'Remove the reported link',
  THANKS: 'Take the thank-you off the profile',
  MESSAGE: 'Remove the reported chat message',
  BIO: 'Remove the profile’s text',
  PICTURE: 'Remove the picture',
};

export const STATEMENT_WORDS: Record<StatementDeed, string> = {
  ACCOUNT_BLOCKED: 'Account blocked',
  ACCOUNT_UNBLOCKED: 'Account unblocked',
  CARE_MESSAGE: 'Written to, with help lines',
  CLAIM_REJECTED: 'Their claim rejected',
  CLAIM_UPHELD: 'Their claim upheld',
  CONTENT_REMOVED: 'Content removed',
  EARNING_FREED: 'A claim about their answer rejected',
  EARNING_KEPT: 'Sender refunded, earning kept',
  EARNING_REVERSED: 'Earning taken back',
  MESSAGE_ENDED: 'A letter to them ended',
  PAYMENT_KEPT: 'Payment kept',
  PAYMENT_PART_REFUNDED: 'Refunded in part',
  PAYMENT_REFUNDED: 'Refunded',
  PAYOUT_RELEASED: 'Payout released',
  REFUND_STAYS: 'Their refund stays after an appeal',
  REPORT_DECIDED: 'Their report decided',
  WARNED: 'Warned',
};

/** A decision in words, for the list of those about a conversation. */
export const DECISION_WORDS: Record<DecisionKind, string> = {
  REPORT_WARNED: 'Warned',
  REPORT_REMOVED: 'Content removed',
  PUBLIC_ANSWER_REMOVED: 'Public answer removed',
  REPORT_BLOCKED: 'Account blocked',
  REPORT_REJECTED: 'Report rejected',
  APPEAL_GRANTED: 'Appeal granted',
  APPEAL_REJECTED: 'Appeal rejected',
  EARNING_RESTORED: 'Appeal granted, earning restored',
  CLAIM_UPHELD: 'Claim upheld',
  CLAIM_REJECTED: 'Claim rejected',
  REVIEW_KEPT: 'Payment kept',
  REVIEW_REFUNDED: 'Refunded after review',
  REFUND_UNANSWERED: 'Ended and refunded',
  REFUND_BY_PLATFORM: 'Refunded at the expense of the platform',
  REFUND_BY_RECIPIENT: 'Refunded at the expense of the recipient',
  REFUND_IN_PART: 'Refunded in part',
  REFUND_REJECTED: 'Refund rejected',
  ACCOUNT_BLOCKED: 'Account blocked',
  ACCOUNT_UNBLOCKED: 'Account unblocked',
  PAYOUT_HELD: 'Payout held',
  PAYOUT_RELEASED: 'Payout released',
  TICKET_ANSWERED: 'Ticket answered',
};

export const capitalized = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1);
export const uncapitalized = (words: string): string =>
  words.charAt(0).toLowerCase() + words.slice(1);

/** `SPAM_PHISHING` as "Spam phishing": the codes of reasons and ledger accounts as words. */
export const codeWords = (code: string): string =>
  capitalized(code.toLowerCase().replaceAll('_', ' '));

const OTHER_REASONS: Readonly<Record<string, string>> = {
  NOT_ADDRESSED: 'Doesn’t answer the question',
  NOT_WRITTEN_BY_THEM: 'Not written by the recipient',
  COPIED: 'Copied',
  ABUSIVE: 'Abusive',
  REFUND_PLATFORM: 'The platform bears it',
  REFUND_RECIPIENT: 'The recipient bears it',
  REFUND_PART: 'A part, and the platform bears it',
  REVIEW_REFUND: 'Refund after a report',
  REVIEW_KEEP: 'Keep the payment after a report',
  PAYOUT_RELEASE: 'Release a held payout',
  BLOCK: 'Block it',
  UNBLOCK: 'Unblock it',
  FAILING: 'Several attempts failed',
  RULES: 'The usage policy',
  REPORTED: 'The usage policy',
  REFUND: 'A refund',
};

const HOLD_WORDS: Readonly<Record<CashOutSign, string>> = {
  OWN_CARD: 'a sender paid with the recipient’s own card',
  SHARED_CARD: 'one card paid from several accounts',
  ONE_SENDER: 'one sender paid for everything',
};
const isSign = (code: string): code is CashOutSign => Object.hasOwn(HOLD_WORDS, code);

/** The signs of a held payout, for a row: `Held: one card paid from several accounts`. */
export function shortHoldWords(signs: readonly string[]): string {
  const because = signs.filter(isSign).map((sign) => HOLD_WORDS[sign]);
  return because.length === 0 ? 'Held for a check' : `Held: ${because.join(', and ')}`;
}

/** Why a payout is held: `Held for a check, because one card paid from several accounts.` */
export function holdWords(signs: readonly string[]): string {
  const because = signs.filter(isSign).map((sign) => HOLD_WORDS[sign]);
  if (because.length === 0) return 'Held for a check.';
  return `Held for a check, because ${because.join(', and ')}.`;
}

/** The reason code of a case, a conversation or a payout in words. */
export function reasonWords(code: string): string {
  if (code in REASON_WORDS) return REASON_WORDS[code as keyof typeof REASON_WORDS].label;
  const [first, ...signs] = code.split(' ');
  return first === 'HELD' ? holdWords(signs) : (OTHER_REASONS[code] ?? codeWords(code));
}

/** How long something has waited: `a moment`, `5 minutes`, `3 hours`, `2 days`. */
export function ageWords(since: Instant, now: Instant): string {
  const age = now - since;
  return age < MINUTE ? 'a moment' : durationWords(age);
}
