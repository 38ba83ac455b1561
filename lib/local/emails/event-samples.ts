import { balanceKey, sessionKey } from '#functions/storage/keys.ts';
import type { Item } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { cents } from '#shared/money.ts';
import type { EmailedEventType } from '#shared/rules/notifications/emailed-events.ts';
import type { Instant } from '#shared/time.ts';
import {
  answeredAt,
  asked,
  bens,
  bensPart,
  bensReply,
  chargedAt,
  claras,
  decidedAt,
  noahs,
  noahsAnswered,
  noahsCharged,
  OPEN_DISPUTE,
  priyas,
  reportedLetter,
  ticket,
  withChange,
} from './letter-states.ts';
import { at, PEOPLE, type SampleLetter } from './sample-letters.ts';

/* The events that people get emails about, with sample values. */

/** An event, and the email about it to one person. */
export type EventSample = {
  readonly name: string;
  readonly to: Person;
  readonly sentAt: Instant;
  readonly event: Pick<DomainEvent, 'type'> & { readonly detail?: object };
  readonly of?: SampleLetter;
  readonly items?: readonly Item[];
  readonly isReceipt?: true;
  readonly showsFirstLines?: boolean;
};
type Person = keyof typeof PEOPLE;

const letter = (
  name: string,
  type: EmailedEventType,
  to: Person,
  sentAt: Instant,
  of: SampleLetter,
  more: Partial<EventSample> & { readonly detail?: object } = {},
): EventSample => {
  const { detail, ...rest } = more;
  return { name, to, sentAt, event: { type, detail: detail ?? {} }, of, ...rest };
};

const RECEIPT = { isReceipt: true } as const;
const FIRST_LINES = { showsFirstLines: true } as const;
const reminderAt = at('2026-12-08T04:45');
const endedAt = at('2026-11-30T10:20');
const refundedAt = at('2026-12-02T11:00');

const proposedAt = at('2026-12-02T12:00');
/** Ben's letter, whose answer may become public. */
const bensCopy = (state: 'PROPOSED' | 'REVISED' | 'PUBLIC') =>
  bens({
    publicAnswer: {
      id: '01M8HVPUBLIC',
      state,
      version: 1,
      proposedAt,
      until: at('2027-01-01T12:00'),
    },
  });

/** Events of letters. */
const LETTERS: readonly EventSample[] = [
  letter(
    'Answered, with first lines',
    'conversation.answered',
    'ben',
    answeredAt,
    bens(),
    FIRST_LINES,
  ),
  letter('Answered', 'conversation.answered', 'ben', answeredAt, bens()),
  letter(
    'Answered and closed',
    'conversation.answered',
    'ben',
    answeredAt,
    bens({ status: 'COMPLETED' }),
  ),
  letter('Receipt of an answer', 'conversation.answered', 'ben', answeredAt, bens(), RECEIPT),
  letter(
    'Answered after the early charge',
    'conversation.answered',
    'noah',
    at('2026-12-07T09:00'),
    noahsAnswered(),
  ),
  letter('Held', 'conversation.paid', 'noah', at('2026-11-28T16:45'), noahs(), RECEIPT),
  letter(
    'Receipt of the early charge',
    'conversation.charged',
    'noah',
    chargedAt,
    noahsCharged(),
    RECEIPT,
  ),
  letter('A paid letter', 'conversation.paid', 'ana', at('2026-11-28T16:45'), noahs()),
  letter(
    '12 hours left, with first lines',
    'conversation.expiringSoon',
    'ana',
    reminderAt,
    noahs(),
    FIRST_LINES,
  ),
  letter('12 hours left', 'conversation.expiringSoon', 'ana', reminderAt, noahs()),
  letter('A nudge', 'conversation.nudged', 'ana', at('2026-12-05T09:00'), noahs()),
  letter(
    'No answer, refunded',
    'conversation.expired',
    'clara',
    endedAt,
    claras('EXPIRED', { isRefunded: true }),
    RECEIPT,
  ),
  letter(
    'No answer, released',
    'conversation.expired',
    'clara',
    endedAt,
    claras('EXPIRED'),
    RECEIPT,
  ),
  letter(
    'Declined',
    'conversation.declined',
    'clara',
    at('2026-11-23T18:40'),
    claras('DECLINED'),
    RECEIPT,
  ),
  letter(
    'Canceled',
    'conversation.cancelled',
    'clara',
    at('2026-11-21T08:12'),
    claras('CANCELLED'),
    RECEIPT,
  ),
  letter(
    'Ended before an answer',
    'conversation.expired',
    'clara',
    at('2026-11-23T18:40'),
    claras('EXPIRED', { reasonCode: 'WITHDRAWN' }),
    RECEIPT,
  ),
  letter(
    'Couldn’t be answered',
    'conversation.reported',
    'clara',
    at('2026-11-23T18:40'),
    claras('REPORTED', { reasonCode: 'NOT_ME' }),
    RECEIPT,
  ),
  letter(
    'Reported and charged',
    'conversation.reported',
    'clara',
    at('2026-11-23T18:40'),
    reportedLetter(),
    RECEIPT,
  ),
  letter(
    'Refunded by support',
    'conversation.givenBack',
    'ben',
    refundedAt,
    bens({ money: { state: 'REFUNDED' } }),
    RECEIPT,
  ),
  letter('Refunded in part', 'conversation.givenBack', 'ben', refundedAt, bensPart(), {
    ...RECEIPT,
    detail: { amountCents: 500 },
  }),
  letter(
    'A refund, to the recipient who keeps the earning',
    'conversation.givenBack',
    'ana',
    refundedAt,
    bens({ money: { state: 'REFUNDED', byHand: { decided: 'GIVE_BACK', earning: cents(0) } } }),
  ),
  letter(
    'A refund, to the recipient who loses the earning',
    'conversation.givenBack',
    'ana',
    refundedAt,
    bens({ money: { state: 'REFUNDED', byHand: { decided: 'GIVE_BACK', earning: cents(2_335) } } }),
  ),
  letter(
    'A refund in part, to the recipient',
    'conversation.givenBack',
    'ana',
    refundedAt,
    bensPart(),
    { detail: { amountCents: 500 } },
  ),
  letter(
    'A refund of a reported letter, to the recipient',
    'conversation.givenBack',
    'ana',
    at('2026-11-25T09:00'),
    withChange(claras('REPORTED', { reasonCode: 'ABUSE' }), { money: { state: 'REFUNDED' } }),
  ),
  letter(
    'The claim was upheld',
    'claim.decided',
    'priya',
    decidedAt,
    priyas('UPHELD', { state: 'REFUNDED' }),
    { ...RECEIPT, detail: { outcome: 'UPHELD' } },
  ),
  letter('The claim was rejected', 'claim.decided', 'priya', decidedAt, priyas('REJECTED'), {
    detail: { outcome: 'REJECTED' },
  }),
  letter(
    'The claim was upheld, to the author',
    'claim.decided',
    'ravi',
    decidedAt,
    priyas('UPHELD', { state: 'REFUNDED' }),
    { detail: { outcome: 'UPHELD' } },
  ),
  letter(
    'The claim was rejected, to the author',
    'claim.decided',
    'ravi',
    decidedAt,
    priyas('REJECTED'),
    { detail: { outcome: 'REJECTED' } },
  ),
  letter(
    'The claim was upheld, and the bank refused the refund',
    'claim.decided',
    'priya',
    decidedAt,
    priyas('UPHELD', { state: 'CHARGED' }),
    { detail: { outcome: 'UPHELD' } },
  ),
  letter('A claim', 'claim.opened', 'ravi', at('2026-11-28T08:00'), priyas('OPEN')),
  letter(
    'An improved answer',
    'claim.improved',
    'priya',
    at('2026-11-28T18:00'),
    priyas('IMPROVED'),
  ),
  letter(
    'A contested claim',
    'claim.contested',
    'priya',
    at('2026-11-28T18:00'),
    priyas('CONTESTED'),
    { detail: { byUserId: 'RAVI' } },
  ),
  letter(
    'A decision was asked for',
    'claim.contested',
    'ravi',
    at('2026-11-28T18:00'),
    priyas('CONTESTED'),
    { detail: { byUserId: 'PRIYA' } },
  ),
  letter(
    'A claim was withdrawn',
    'claim.withdrawn',
    'ravi',
    at('2026-11-28T18:00'),
    priyas('WITHDRAWN'),
  ),
  letter(
    'An improved answer stands',
    'claim.accepted',
    'ravi',
    at('2026-12-01T09:00'),
    priyas('ACCEPTED'),
  ),
  letter(
    'The money given back',
    'claim.givenBack',
    'priya',
    at('2026-11-29T10:00'),
    priyas('GIVEN_BACK', { state: 'REFUNDED' }),
    { ...RECEIPT, detail: { byUserId: 'RAVI' } },
  ),
  letter(
    'The money came back, because nobody responded',
    'claim.givenBack',
    'priya',
    at('2026-12-01T09:00'),
    priyas('LAPSED', { state: 'REFUNDED' }),
    RECEIPT,
  ),
  letter(
    'The time to respond is over',
    'claim.givenBack',
    'ravi',
    at('2026-12-01T09:00'),
    priyas('LAPSED', { state: 'REFUNDED' }),
  ),
  letter('A free reply', 'conversation.replied', 'ana', at('2026-11-28T17:00'), bensReply(), {
    detail: { byUserId: 'BEN' },
  }),
  letter(
    'A question before the answer',
    'conversation.infoAsked',
    'noah',
    at('2026-11-28T12:00'),
    asked('CLARIFICATION', 'NEEDS_INFO'),
    FIRST_LINES,
  ),
  letter(
    'The question was answered',
    'conversation.infoGiven',
    'ana',
    at('2026-11-28T12:00'),
    asked('CLARIFICATION_REPLY', 'PENDING'),
  ),
  letter(
    'The question wasn’t answered',
    'conversation.infoEnded',
    'ana',
    at('2026-12-01T12:00'),
    asked('CLARIFICATION', 'PENDING'),
  ),
  letter(
    'The record for a dispute',
    'conversation.evidenceSent',
    'ana',
    at('2026-12-02T12:00'),
    bens({ money: { state: 'CHARGED', back: OPEN_DISPUTE } }),
  ),
  letter(
    'An answer is proposed to become public',
    'conversation.publicProposed',
    'ben',
    proposedAt,
    bensCopy('PROPOSED'),
  ),
  letter(
    'More of a public answer is hidden',
    'conversation.publicRevised',
    'ana',
    proposedAt,
    bensCopy('REVISED'),
  ),
  letter('An answer is public', 'conversation.published', 'ana', proposedAt, bensCopy('PUBLIC'), {
    detail: { byUserId: PEOPLE.ben.id },
  }),
  letter('A help ticket', 'conversation.asked', 'support', at('2026-11-28T09:00'), ticket()),
  letter(
    'A help ticket was answered',
    'conversation.answered',
    'ben',
    answeredAt,
    ticket({ status: 'OPEN' }, true),
  ),
];

/** Events of accounts. */
const ACCOUNTS: readonly EventSample[] = (
  [
    ['A payout', 'payout.paid', { period: '2026-11', amountCents: 41_235 }],
    ['A payout waits', 'payout.waiting', { period: '2026-11', amountCents: 41_235 }],
    ['A payout is held', 'payout.held', {}],
    ['A payout failed', 'payout.failed', { period: '2026-11', amountCents: 41_235 }],
    ['A bonus', 'referral.earned', { invitedUserId: 'NOAH', amountCents: 500 }],
    ['A bonus was taken back', 'referral.takenBack', { invitedUserId: 'NOAH', amountCents: 500 }],
    ['Receipt of a plan', 'plan.charged', { plan: 'STARTER', amountCents: 199 }],
    ['A renewal failed', 'plan.renewalFailed', { plan: 'STARTER' }],
    ['A plan ended', 'plan.ended', { plan: 'STARTER' }],
    ['A report was decided', 'report.decided', { outcome: 'UPHELD' }],
    ['An appeal was decided', 'appeal.decided', { outcome: 'UPHELD', statementId: 'STATEMENT' }],
    ['A statement', 'statement.written', { appealable: true }],
    ['A decision in favor of its reader', 'statement.written', { appealable: false }],
    ['A message of care', 'statement.written', { appealable: false, care: true }],
    ['A report of concern was read', 'report.decided', { outcome: 'UPHELD', care: true }],
    ['There is an opening', 'place.free', { ownerId: 'ANA' }],
    ['A new device', 'user.signedIn', { sessionId: 'SESSION' }],
    ['A password reset', 'user.passwordReset', {}],
    ['A new password', 'user.passwordChanged', {}],
    ['Another address', 'user.emailChanged', {}],
    ['A passkey was added', 'user.passkeyAdded', {}],
    ['A passkey was removed', 'user.passkeyRemoved', {}],
    ['A phone change begins', 'user.phoneChangeAsked', {}],
    ['Another phone', 'user.phoneChanged', {}],
    ['Payouts are set up', 'user.payoutSetUp', {}],
    ['A change was stopped', 'user.stepStopped', {}],
    [
      'The account will be deleted',
      'user.deletionRequested',
      { deletionAt: at('2026-12-12T16:00') },
    ],
    ['The account is deleted soon', 'user.deletionSoon', { deletionAt: at('2026-12-01T16:00') }],
    ['The copy of the data', 'export.ready', { exportId: 'EXPORT' }],
  ] as const
).map(([name, type, detail]): EventSample => {
  const isReceipt = type === 'plan.charged' ? RECEIPT : {};
  return {
    name,
    to: 'ben',
    sentAt: answeredAt,
    event: { type, detail: { userId: PEOPLE.ben.id, ...detail } },
    items: [
      {
        ...sessionKey(PEOPLE.ben.id, 'SESSION'),
        browser: 'Chrome on Android',
        signedInWith: 'password',
      },
      { ...balanceKey(PEOPLE.ben.id), heldUntil: at('2026-12-12T07:00') },
    ],
    ...isReceipt,
  };
});

export const EVENT_SAMPLES: readonly EventSample[] = [...LETTERS, ...ACCOUNTS];
