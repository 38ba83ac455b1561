import { firstName } from '#shared/first-name.ts';
import { CARE_EMAIL_REASON, CARE_LABEL } from '#shared/messages/care.ts';
import { earned } from '#shared/messages/emails.ts';
import { cents, formatMoney } from '#shared/money.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import type { EmailedEvent } from '#shared/rules/notifications/emailed-events.ts';
import { type NotifiedEventType, rowOf } from '#shared/rules/notifications/event-settings.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import { periodInWords } from '#shared/rules/payouts/payouts.ts';
import { instant } from '#shared/time.ts';
import { sessionStart } from '../../storage/auth/sessions.ts';
import type { TableReader } from '../../storage/table.ts';
import { type EmailContent, type Fact, factsOf, text } from './content.ts';
import {
  type EmailReader,
  letterBlock,
  letterFacts,
  newestOfKind,
  quoted,
  quotedPreview,
} from './letter-parts.ts';

/*
 * The emails of all other events: the words of their notification, the facts behind it, and a button that says what it leads to.
 */

/** What the button of an event leads to. An event that is emailed has a label here, or an email of its own. */
const LABELS: Readonly<Partial<Record<NotifiedEventType, string>>> = {
  'conversation.replied': 'Read the reply',
  'conversation.infoAsked': 'Read the question',
  'conversation.infoGiven': 'Read the reply',
  'conversation.infoEnded': 'Read the letter again',
  'conversation.declined': 'See your letter',
  'conversation.expired': 'See your letter',
  'conversation.reported': 'See your letter',
  'conversation.evidenceSent': 'See the letter',
  'conversation.givenBack': 'See what it means for you',
  'place.free': 'See who has an opening',
  'payout.paid': 'See your payouts',
  'payout.waiting': 'Set up payouts',
  'payout.held': 'See your payouts',
  'payout.failed': 'See your payouts',
  'referral.earned': 'See your balance',
  'referral.takenBack': 'See your balance',
  'plan.renewalFailed': 'Check your card',
  'plan.ended': 'See the plans',
  'report.decided': 'Read what we found',
  'appeal.decided': 'Read the decision',
  'statement.written': 'Read the decision',
  'user.signedIn': 'See your devices',
  'user.passwordReset': 'See your security settings',
  'user.passwordChanged': 'See your security settings',
  'user.emailChanged': 'See your email address',
  'user.passkeyAdded': 'See your passkeys',
  'user.passkeyRemoved': 'See your passkeys',
  'user.phoneChangeAsked': 'Stop the change',
  'user.phoneChanged': 'See your phone number',
  'user.payoutSetUp': 'See your payouts',
  'user.stepStopped': 'See your security settings',
  'user.deletionRequested': 'Keep my account',
  'user.deletionSoon': 'Keep my account',
  'export.ready': 'Download your data',
};

/** The label of an event without one of its own. */
const ANY_LABEL = 'See what happened';

export const labelOf = (type: NotifiedEventType): string => LABELS[type] ?? ANY_LABEL;

type Notice = { readonly notification: Notification; readonly event: NoticeEvent };
/** An event with a notification. */
export type NoticeEvent = EmailedEvent & { readonly type: NotifiedEventType };

/** The email of an event about the account. */
export async function accountEmail(
  table: TableReader,
  { notification, event }: Notice,
  reader: EmailReader,
): Promise<EmailContent> {
  const { path } = notification;
  const body = withoutOpening(notification.body);
  const title = amountTitle(event) ?? notification.title;
  const facts = [...accountFacts(event, reader), ...(await signInFacts(table, event))];
  return {
    subject: title,
    preview: body,
    heading: title,
    blocks: [text(body), factsOf(facts)],
    action: { label: isCare(event) ? CARE_LABEL : labelOf(event.type), path },
    reason: isCare(event) ? CARE_EMAIL_REASON : reasonOf(event.type),
  };
}

/** Whether staff wrote to somebody who may be in danger, which is no decision. */
const isCare = ({ type, detail }: EmailedEvent): boolean =>
  type === 'statement.written' && 'care' in detail && detail.care === true;

/** The title of an event about an amount that is known; undefined for all others. A lock screen does not show it, an email does. */
function amountTitle({ type, detail }: EmailedEvent): string | undefined {
  if (!('amountCents' in detail) || detail.amountCents === undefined) return undefined;
  const amount = cents(detail.amountCents);
  if (type === 'payout.paid') return earned.payout(amount);
  return type === 'referral.earned' ? earned.bonus(amount) : undefined;
}

/** The words of a notification in an email, which is open already: `Read the reasons` for `Open it to read the reasons`. */
const withoutOpening = (words: string): string =>
  words.replace(/^Open it to (\w)/, (_words, first: string) => first.toUpperCase());

/** The email of an event of a conversation that has none of its own, with names and the subject. */
export async function conversationEmail(
  table: TableReader,
  c: Conversation,
  { notification, event }: Notice,
  reader: EmailReader,
): Promise<EmailContent> {
  const { open, path, userId } = notification;
  const body = withoutOpening(wordsBeside(c, notification));
  const side: Side = userId === c.sender.id ? 'sender' : 'recipient';
  const other = side === 'sender' ? c.recipient : c.sender;
  const said = await newTextOf(table, c, event.type);
  const letter = letterBlock(said, { name: other.fullName, line: c.subject }, reader);
  const shows = reader.showsFirstLines && said !== undefined;
  const title = withFirstName(open.title, other.fullName);
  return {
    subject: title,
    preview: shows ? quotedPreview(said) : [quoted(c.subject), letter.facts ?? body].join(' '),
    heading: title,
    blocks: [
      said ? letter : factsOf(letterFacts(c, side)),
      ...(notification.body.startsWith('Open it') ? [] : [text(body)]),
    ],
    action: { label: labelOf(event.type), path },
    reason: reasonOf(event.type),
    showsFirstLines: shows,
  };
}

/** The words of a notification beside the subject of the letter, which the email names elsewhere. */
function wordsBeside({ subject }: Conversation, { open, body }: Notification): string {
  const beginning = `${subject}. `;
  return open.body.startsWith(beginning) ? open.body.slice(beginning.length) : body;
}

const withFirstName = (title: string, fullName: string): string =>
  title.replace(fullName, firstName(fullName));

/** The new message that an event is about; undefined for events without one. */
function newTextOf(table: TableReader, c: Conversation, type: NotifiedEventType) {
  switch (type) {
    case 'conversation.replied':
      return newestOfKind(table, c, 'REPLY');
    case 'conversation.infoAsked':
      return newestOfKind(table, c, 'CLARIFICATION');
    case 'conversation.infoGiven':
      return newestOfKind(table, c, 'CLARIFICATION_REPLY');
    default:
      return undefined;
  }
}

function accountFacts({ detail, at }: EmailedEvent, { dates }: EmailReader): Fact[] {
  return [
    ...('period' in detail ? [{ label: 'Payout of', value: periodInWords(detail.period) }] : []),
    ...('amountCents' in detail && detail.amountCents !== undefined
      ? [{ label: 'Amount', value: formatMoney(cents(detail.amountCents)) }]
      : []),
    ...('deletionAt' in detail
      ? [{ label: 'Deleted on', value: dates.deadline(instant(detail.deletionAt)) }]
      : []),
    { label: 'When', value: dates.moment(instant(at)) },
  ];
}

const METHODS: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  code: 'Code',
  passkey: 'Passkey',
};

/** How somebody signed in on a new device, while the session lasts. */
async function signInFacts(table: TableReader, event: EmailedEvent): Promise<Fact[]> {
  if (event.type !== 'user.signedIn') return [];
  const { userId, sessionId } = event.detail;
  const session = await sessionStart(table, userId, sessionId);
  if (!session) return [];
  const { browser = 'Unknown', signedInWith = 'password' } = session;
  return [
    { label: 'Browser', value: browser },
    { label: 'Signed in with', value: METHODS[signedInWith] },
  ];
}

function reasonOf(type: NotifiedEventType): string {
  const row = rowOf(type);
  if (row?.email === 'always') return 'You get this because it protects your account.';
  return row?.emailsEach ? 'You chose to get this by email.' : WITHOUT_DEVICE;
}

const WITHOUT_DEVICE = 'We sent this by email because it didn’t reach any of your devices.';
