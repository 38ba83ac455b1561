import {
  codeEmail,
  recoveryEmail,
  securityStepEmail,
  waitingRecoveryEmail,
} from '#functions/notifications/emails/account-emails.ts';
import type { EmailContent } from '#functions/notifications/emails/content.ts';
import { emailsOf } from '#functions/notifications/emails/event-emails.ts';
import type { EmailReader } from '#functions/notifications/emails/letter-parts.ts';
import { type RenderedEmail, renderEmail } from '#functions/notifications/emails/render.ts';
import { endedBy } from '#functions/notifications/emails/send-emails.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { balanceKey, sessionKey } from '#functions/storage/keys.ts';
import type { Item } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { cents } from '#shared/money.ts';
import type { Conversation, HistoryEvent } from '#shared/rules/conversations/conversations.ts';
import {
  type EmailedEvent,
  type EmailedEventType,
  isReceiptOnly,
} from '#shared/rules/notifications/emailed-events.ts';
import { HOUR, type Instant, later } from '#shared/time.ts';
import { at, PEOPLE, sampleLetter, sharedItems, ZONE } from './sample-letters.ts';
import { sampleTable } from './sample-table.ts';

/* Every email that the product sends, with sample values: for `npm run emails`, and for the tests of their HTML. */

/** An email with sample values. `type`: its event; absent for codes. */
export type EmailSample = {
  readonly name: string;
  readonly type?: EmailedEventType;
  readonly to: string;
  readonly sentAt: Instant;
  readonly content: EmailContent;
  readonly rendered: RenderedEmail;
};

const ORIGIN = 'https://replypaid.test';
const TOKEN = 'SAMPLE.email:reminders.0123456789abcdefghijkl';

type Made = { readonly c: Conversation; readonly items: Item[] };

/* The letters. */

const READ: HistoryEvent = { event: 'READ', at: at('2026-11-23T10:00'), moneyState: 'HELD' };
const answeredAt = at('2026-11-28T16:07');
const bens = (change: Partial<Conversation> = {}): Made =>
  sampleLetter({
    id: '01M8HV2K7Q',
    from: 'ben',
    to: 'ana',
    subject: 'Refused at the counter, what now?',
    text: 'lease',
    price: 2_500,
    paidAt: at('2026-11-22T14:20'),
    said: [
      { by: 'ana', kind: 'PAID_RESPONSE', text: 'certified', at: answeredAt, declaration: 'SELF' },
    ],
    history: [READ, { event: 'ANSWERED', at: answeredAt, moneyState: 'CHARGED' }],
    change: { status: 'OPEN', money: { state: 'CHARGED' }, net: cents(2_335), ...change },
  });

/** Ben's letter after a refund of $5.00. */
function bensPart(): Made {
  const { c } = bens();
  const part: HistoryEvent = {
    event: 'PARTLY_REFUNDED',
    at: at('2026-12-02T11:00'),
    moneyState: 'CHARGED',
    amount: cents(500),
  };
  return bens({ history: [...c.history, part] });
}

const noahs = (change: Partial<Conversation> = {}): Made =>
  sampleLetter({
    id: '01M8HVNOAH',
    from: 'noah',
    to: 'ana',
    subject: 'Two job offers, one visa',
    text: 'offers',
    price: 2_500,
    paidAt: at('2026-11-28T16:45'),
    change,
  });

const chargedAt = at('2026-12-05T04:45');
const noahsCharged = () =>
  noahs({
    money: { state: 'CHARGED' },
    history: [
      { event: 'PAID', at: at('2026-11-28T16:45'), moneyState: 'HELD' },
      { event: 'CAPTURED', at: chargedAt, moneyState: 'CHARGED' },
    ],
  });

/** Noah's letter, answered after the early charge. */
function noahsAnswered(): Made {
  const { c } = noahsCharged();
  const answered: HistoryEvent = {
    event: 'ANSWERED',
    at: at('2026-12-07T09:00'),
    moneyState: 'CHARGED',
  };
  return sampleLetter({
    id: c.id,
    from: 'noah',
    to: 'ana',
    subject: c.subject,
    text: 'offers',
    price: 2_500,
    paidAt: c.paidAt,
    said: [
      {
        by: 'ana',
        kind: 'PAID_RESPONSE',
        text: 'certified',
        at: answered.at,
        declaration: 'SELF',
      },
    ],
    change: {
      status: 'OPEN',
      money: { state: 'CHARGED' },
      net: cents(2_335),
      history: [...c.history, answered],
    },
  });
}

/** A letter of Clara that ended. */
const claras = (
  status: 'EXPIRED' | 'DECLINED' | 'CANCELLED' | 'REPORTED',
  { isRefunded = false, reasonCode }: { isRefunded?: boolean; reasonCode?: string } = {},
): Made =>
  sampleLetter({
    id: '01M8CLARA1',
    from: 'clara',
    to: 'ana',
    subject: 'May my sister work while she waits?',
    text: 'sister',
    price: 2_500,
    paidAt: at('2026-11-20T10:20'),
    history: isRefunded
      ? [{ event: 'CAPTURED', at: at('2026-11-26T10:20'), moneyState: 'CHARGED' }]
      : [],
    change: {
      status,
      money: { state: isRefunded ? 'REFUNDED' : 'RELEASED' },
      reasonCode: reasonCode ?? (status === 'EXPIRED' ? 'RETURN_TO_SENDER' : undefined),
    },
  });

const decidedAt = at('2026-11-29T16:26');
const REASON =
  'Priya asked what she loses if she takes all of it out this year. The answer advises her not to, but names no amount, no rate and no rule. That is what the letter asked for.';

/** Priya's letter, about whose answer there is a claim. */
function priyas(
  state: NonNullable<Conversation['money']['claim']>['state'],
  money: Partial<Conversation['money']> = {},
): Made {
  const answered = at('2026-11-27T11:10');
  const isDecided = state === 'UPHELD' || state === 'REJECTED';
  return sampleLetter({
    id: '01M8PRIYA1',
    from: 'priya',
    to: 'ravi',
    subject: 'A pension that stayed in India',
    text: 'pension',
    price: 2_000,
    paidAt: at('2026-11-24T09:00'),
    said: [
      { by: 'ravi', kind: 'PAID_RESPONSE', text: 'advice', at: answered, declaration: 'SELF' },
    ],
    history: [{ event: 'ANSWERED', at: answered, moneyState: 'CHARGED' }],
    change: {
      status: 'OPEN',
      net: cents(1_860),
      money: { state: 'CHARGED', claim: { state, frozen: cents(1_860) }, ...money },
      claim: {
        reason: 'NOT_ADDRESSED',
        text: 'It doesn’t say what I lose.',
        at: at('2026-11-28T08:00'),
        ...(isDecided && { decisionReason: REASON, endedAt: decidedAt }),
        ...((state === 'OPEN' || state === 'IMPROVED') && { until: at('2026-12-01T08:00') }),
      },
    } as Partial<Conversation>,
  });
}

const ticket = (change: Partial<Conversation> = {}, answered = false): Made =>
  sampleLetter({
    id: '01M8TICKET',
    from: 'ben',
    to: 'support',
    subject: 'The name on my receipt',
    text: 'ticket',
    price: 0,
    paidAt: at('2026-11-28T09:00'),
    said: answered ? [{ by: 'support', kind: 'PAID_RESPONSE', text: 'reply', at: answeredAt }] : [],
    history: answered ? [{ event: 'ANSWERED', at: answeredAt, moneyState: 'RELEASED' }] : [],
    change,
  });

const asked = (kind: 'CLARIFICATION' | 'CLARIFICATION_REPLY', status: 'NEEDS_INFO' | 'PENDING') =>
  sampleLetter({
    id: '01M8ASKED1',
    from: 'noah',
    to: 'ana',
    subject: 'Two job offers, one visa',
    text: 'offers',
    price: 2_500,
    paidAt: at('2026-11-26T16:45'),
    said: [
      {
        by: kind === 'CLARIFICATION' ? 'ana' : 'noah',
        kind,
        text: kind === 'CLARIFICATION' ? 'question' : 'reply',
        at: at('2026-11-28T12:00'),
      },
    ],
    change: {
      status,
      clarification: { askedAt: at('2026-11-28T12:00'), until: at('2026-12-01T12:00') },
    },
  });

const OPEN_DISPUTE = {
  gone: cents(2_500),
  cost: cents(0),
  claimed: cents(2_335),
  frozen: cents(2_335),
  dispute: 'OPEN',
  count: 1,
} as const;

/* The samples. */

type Spec = {
  readonly name: string;
  readonly to: Person;
  readonly sentAt: Instant;
  readonly event: Pick<DomainEvent, 'type'> & { readonly detail?: object };
  readonly of?: Made;
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
  of: Made,
  more: Partial<Spec> & { readonly detail?: object } = {},
): Spec => {
  const { detail, ...rest } = more;
  return { name, to, sentAt, event: { type, detail: detail ?? {} }, of, ...rest };
};

const RECEIPT = { isReceipt: true } as const;
const FIRST_LINES = { showsFirstLines: true } as const;
const reminderAt = at('2026-12-08T04:45');
const endedAt = at('2026-11-30T10:20');
const refundedAt = at('2026-12-02T11:00');

const LETTERS: readonly Spec[] = [
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
  letter('A help ticket', 'conversation.asked', 'support', at('2026-11-28T09:00'), ticket()),
  letter(
    'A help ticket was answered',
    'conversation.answered',
    'ben',
    answeredAt,
    ticket({ status: 'OPEN' }, true),
  ),
];

const ACCOUNTS: readonly Spec[] = (
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
).map(([name, type, detail]): Spec => {
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

function reportedLetter(): Made {
  const reported = claras('REPORTED', { reasonCode: 'ABUSE' });
  const change = { money: { state: 'IN_REVIEW' } } as const;
  return withChange(reported, change);
}

function bensReply(): Made {
  const made = bens();
  const { c, items } = sampleLetter({
    id: '01M8HV2K7Q',
    from: 'ben',
    to: 'ana',
    subject: made.c.subject,
    text: 'lease',
    price: 2_500,
    paidAt: made.c.paidAt,
    said: [
      { by: 'ana', kind: 'PAID_RESPONSE', text: 'certified', at: answeredAt },
      { by: 'ben', kind: 'REPLY', text: 'reply', at: at('2026-11-28T17:00') },
    ],
    history: made.c.history.slice(1),
    change: { status: 'OPEN', money: { state: 'CHARGED' } },
  });
  return { c, items };
}

function withChange({ c, items: [item, ...messages] }: Made, change: Partial<Conversation>): Made {
  if (!item) throw new Error('a letter has an item');
  return { c: { ...c, ...change }, items: [{ ...item, ...change }, ...messages] };
}

/** Returns all samples: the emails of events, and those with codes. */
export async function emailSamples(): Promise<EmailSample[]> {
  const ofEvents = await Promise.all([...LETTERS, ...ACCOUNTS].map(sampleOf));
  return [...ofEvents, ...CODES];
}

async function sampleOf({
  name,
  to,
  sentAt,
  event,
  of,
  items = [],
  isReceipt,
  showsFirstLines = false,
}: Spec): Promise<EmailSample> {
  const table = sampleTable([...sharedItems, ...(of?.items ?? []), ...items]);
  const about = of && {
    conversationId: of.c.id,
    senderId: of.c.sender.id,
    recipientId: of.c.recipient.id,
  };
  const domainEvent = {
    id: `EVENT-${name}`,
    type: event.type,
    at: sentAt,
    detail: { ...about, ...event.detail },
  } as EmailedEvent;
  const emails = await emailsOf(table, domainEvent, sentAt);
  const theirs = emails.find(({ userId }) => userId === PEOPLE[to].id);
  const write = isReceipt ? theirs?.receipt : theirs?.notification;
  const reader: EmailReader = {
    dates: readersDates(ZONE, sentAt),
    now: sentAt,
    showsFirstLines,
    getsReceipts: true,
  };
  const user = sharedItems.find((item) => 'id' in item && item.id === PEOPLE[to].id);
  const content = await write?.(reader, user as unknown as User);
  if (!content) throw new Error(`there is no email for the sample "${name}"`);
  const isEndable = !isReceipt && !isReceiptOnly(domainEvent) && endedBy(domainEvent) !== undefined;
  const page = { unsubscribePage: `${ORIGIN}/unsubscribe?token=${TOKEN}` };
  const rendered = renderEmail(content, {
    origin: ORIGIN,
    ...(isEndable && page),
    hideTextPage: `${ORIGIN}/unsubscribe?token=${TOKEN}`,
  });
  return { name, type: domainEvent.type, to: PEOPLE[to].fullName, sentAt, content, rendered };
}

const dates = readersDates(ZONE, answeredAt);

const CODES: readonly EmailSample[] = (
  [
    ['A code for the address', codeEmail('481920')],
    ['A code for a lost phone', recoveryEmail('481920')],
    ['A lost phone that waits', waitingRecoveryEmail(later(answeredAt, 40 * HOUR), dates)],
    ...(
      [
        ['To the old address', 'Your email address has changed', 'EMAIL_CHANGE'],
        ['A password reset, to stop it', 'Your password was reset', 'PASSWORD_RESET'],
        ['A phone change, to stop it', 'Your phone number is about to change', 'PHONE_REQUEST'],
        ['A passkey, to stop it', 'A passkey was added to your account', 'PASSKEY_ADDED'],
        ['Payouts, to stop it', 'The setup of your payouts was opened', 'PAYOUT_SETUP'],
      ] as const
    ).map(([name, title, step]) => {
      const path = '/stop-change?token=SAMPLE';
      return [name, securityStepEmail(title, { step, at: answeredAt }, path, dates)] as const;
    }),
  ] as const
).map(([name, content]) => ({
  name,
  to: PEOPLE.ben.fullName,
  sentAt: answeredAt,
  content,
  rendered: renderEmail(content, { origin: ORIGIN }),
}));

/** The names of all samples. */
export const SAMPLE_NAMES: readonly string[] = [...LETTERS, ...ACCOUNTS, ...CODES].map(
  ({ name }) => name,
);
