import { firstName } from '#shared/first-name.ts';
import { CARE_EMAIL_REASON, CARE_LABEL } from '#shared/messages/care.ts';
import { heldPayout } from '#shared/messages/earnings.ts';
import { disputed, earned, earning } from '#shared/messages/emails.ts';
import { REPLY_IS_FREE } from '#shared/messages/payments.ts';
import { RENEWAL_FAILED } from '#shared/messages/plans.ts';
import { cents, formatMoney, ZERO } from '#shared/money.ts';
import { EXPORT_KEPT } from '#shared/rules/accounts/data-export.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { momentIn } from '#shared/rules/auth/takeover-ladder.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { appealUntil } from '#shared/rules/desk/cases.ts';
import type { EmailedEvent } from '#shared/rules/notifications/emailed-events.ts';
import { type NotifiedEventType, rowOf } from '#shared/rules/notifications/event-settings.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import { type OwedBalance, periodInWords } from '#shared/rules/payouts/payouts.ts';
import { type Instant, instant, later } from '#shared/time.ts';
import { userById } from '../../storage/accounts/users.ts';
import { sessionStart } from '../../storage/auth/sessions.ts';
import { balanceKey } from '../../storage/keys.ts';
import type { TableReader } from '../../storage/table.ts';
import { type Block, type EmailContent, type Fact, factsOf, text } from './content.ts';
import { dueBlock, moneyOf } from './letter-emails.ts';
import {
  type EmailReader,
  letterBlock,
  letterFacts,
  newestOfKind,
  previewAbout,
  quoted,
  quotedPreview,
} from './letter-parts.ts';

/*
 * The emails of all other events: the words of their notification, the facts behind it, and a button that says what it leads to.
 */

/** The label of the button of each event, by its screen. An event that is emailed has a label here, or an email of its own. */
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
  'place.free': 'See the profile',
  'payout.paid': 'See your payouts',
  'payout.waiting': 'Set up payouts',
  'payout.held': 'See your payouts',
  'payout.failed': 'See your payouts',
  'referral.earned': 'See your balance',
  'referral.takenBack': 'See your balance',
  'plan.renewalFailed': 'Check your payment method',
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

const labelOf = (type: NotifiedEventType): string => LABELS[type] ?? ANY_LABEL;

type Notice = { readonly notification: Notification; readonly event: NoticeEvent };
/** An event with a notification. */
export type NoticeEvent = EmailedEvent & { readonly type: NotifiedEventType };

/** The email of an event about the account. */
export async function accountEmail(
  table: TableReader,
  { notification, event }: Notice,
  reader: EmailReader,
): Promise<EmailContent> {
  const own = await ownWords(table, event, reader);
  const body = own.body ?? withoutOpening(notification.body);
  const title = own.title ?? amountTitle(event) ?? notification.title;
  const facts = [...accountFacts(event, reader), ...(await signInFacts(table, event))];
  return {
    subject: title,
    preview: body,
    heading: title,
    blocks: [text(body), factsOf(facts)],
    action: {
      label: hasCare(event) ? CARE_LABEL : labelOf(event.type),
      path: own.path ?? notification.path,
      isOutlined: NEEDS_NOTHING.has(event.type),
    },
    reason: isCare(event) ? CARE_EMAIL_REASON : reasonOf(event.type),
  };
}

/** Returns whether staff wrote to somebody who may be in danger, which is no decision. */
const isCare = (event: EmailedEvent): boolean =>
  event.type === 'statement.written' && hasCare(event);

/** Returns whether the email is about somebody who may be in danger, to them or to whoever reported it. */
const hasCare = ({ detail }: EmailedEvent): boolean => 'care' in detail && detail.care === true;

/** The events that ask nothing of their reader. */
const NEEDS_NOTHING: ReadonlySet<NotifiedEventType> = new Set([
  'payout.paid',
  'payout.held',
  'payout.failed',
  'referral.earned',
  'referral.takenBack',
  'plan.ended',
  'conversation.evidenceSent',
  'conversation.expired',
  'conversation.reported',
]);

/** The title with the amount that moved; undefined for all other events. A lock screen does not show it, an email does. */
function amountTitle(event: EmailedEvent): string | undefined {
  switch (event.type) {
    case 'payout.paid':
      return earned.payout(cents(event.detail.amountCents));
    case 'payout.waiting':
      return earned.payoutWaits(cents(event.detail.amountCents));
    case 'payout.failed':
      return earned.payoutFailed(cents(event.detail.amountCents));
    case 'referral.earned':
      return earned.bonus(cents(event.detail.amountCents));
    case 'referral.takenBack':
      return earned.bonusTakenBack(cents(event.detail.amountCents));
    default:
      return undefined;
  }
}

/** The words and the screen of an email that says more than a lock screen. */
type OwnWords = { readonly title?: string; readonly body?: string; readonly path?: string };

/** The words of an account event with its deadline, day and person; empty for events whose notification says all of it. */
async function ownWords(
  table: TableReader,
  event: EmailedEvent,
  { dates, now }: EmailReader,
): Promise<OwnWords> {
  const at = instant(event.at);
  const from = (time: Instant) => momentIn(dates, time);
  const by = dates.deadline;
  switch (event.type) {
    case 'user.deletionRequested':
      return {
        body: `We delete it on ${by(instant(event.detail.deletionAt))}. If this wasn’t you, keep it and choose a new password.`,
      };
    case 'user.deletionSoon':
      return {
        body: `We delete it on ${by(instant(event.detail.deletionAt))}. Until then you can keep it.`,
      };
    case 'user.phoneChangeAsked':
      return {
        body: `Your number can change starting ${from(later(at, SECURITY_WAIT))}. If this wasn’t you, stop it before then.`,
      };
    case 'user.passwordReset':
    case 'user.passwordChanged':
    case 'user.phoneChanged':
    case 'user.emailChanged':
    case 'user.passkeyRemoved':
    case 'user.payoutSetUp':
      return {
        body: `If this wasn’t you, stop it by ${by(later(at, SECURITY_WAIT))} with the link in our text message or in our other email.`,
      };
    case 'export.ready':
      return {
        body: `You can download it until ${by(later(at, EXPORT_KEPT))}. If you didn’t ask for it, choose a new password.`,
      };
    case 'statement.written':
      return event.detail.care || !event.detail.appealable
        ? {}
        : { body: `Read the reasons. You can appeal until ${by(appealUntil(at))}.` };
    case 'plan.renewalFailed':
      return { body: `${RENEWAL_FAILED} Check your payment method to keep your plan.` };
    case 'payout.held': {
      const key = balanceKey(event.detail.userId);
      const until = (await table.get<Pick<OwedBalance, 'heldUntil'>>(key))?.heldUntil;
      return until === undefined || until <= now ? {} : { body: heldPayout(from(until)) };
    }
    case 'place.free': {
      const owner = await userById(table, event.detail.ownerId, now);
      return owner
        ? {
            title: `${firstName(owner.fullName)} has an opening for your letter`,
            path: `/${owner.username}`,
          }
        : {};
    }
    default:
      return {};
  }
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
  const body = disputeWords(c, event.type) ?? withoutOpening(wordsBeside(c, notification));
  const side: Side = userId === c.sender.id ? 'sender' : 'recipient';
  const other = side === 'sender' ? c.recipient : c.sender;
  const said = await newTextOf(table, c, event.type);
  const letter = letterBlock(said, { name: other.fullName, line: c.subject }, reader);
  const shows = reader.showsFirstLines && said !== undefined;
  const title = withFirstName(open.title, other.fullName);
  const due = dueOf(c, event.type, reader);
  const about = shows ? quotedPreview(said) : previewAbout(c, letter.facts ?? body);
  return {
    subject: title,
    preview: due ? `${due.preview} ${quoted(c.subject)}` : about,
    heading: title,
    blocks: [
      ...(due ? [due.block] : []),
      ...(due || notification.body.startsWith('Open it') ? [] : [text(body)]),
      said ? letter : factsOf(letterFacts(c, side)),
    ],
    action: { label: labelOf(event.type), path, isOutlined: NEEDS_NOTHING.has(event.type) },
    reason: reasonOf(event.type),
    showsFirstLines: shows,
  };
}

/** The words about an open dispute, to the recipient: the amount that is frozen; undefined for all other events. */
const disputeWords = (c: Conversation, type: NotifiedEventType): string | undefined =>
  type === 'conversation.evidenceSent'
    ? disputed(firstName(c.sender.fullName), c.money.back?.frozen ?? ZERO)
    : undefined;

/** The deadline of the reader after a question before the answer; undefined for events without one. */
function dueOf(
  c: Conversation,
  type: NotifiedEventType,
  reader: EmailReader,
): { readonly block: Block; readonly preview: string } | undefined {
  const { dates } = reader;
  const until = c.clarification?.until;
  switch (type) {
    case 'conversation.infoAsked': {
      if (until === undefined) return undefined;
      const title = `Reply by ${dates.deadline(until)}`;
      const words = `${REPLY_IS_FREE} If you don’t reply by then, ${firstName(c.recipient.fullName)}’s time to answer continues without it.`;
      return { block: { kind: 'due', title, words }, preview: `${title}.` };
    }
    case 'conversation.infoGiven':
    case 'conversation.infoEnded':
      return { block: dueBlock(c, reader), preview: earning.preview(moneyOf(c), dates) };
    default:
      return undefined;
  }
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
    { label: 'When', value: dates.moment(instant(at)) },
  ];
}

const METHODS: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  code: 'Code',
  passkey: 'Passkey',
};

/** The browser and the method of a sign-in on a new device, while its session lasts. */
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
  if (type === 'statement.written' || type === 'appeal.decided')
    return 'You get this because we made a decision that is about you.';
  const row = rowOf(type);
  if (row?.email === 'always') return 'You get this because it protects your account.';
  return row?.emailsEach ? 'You chose to get this by email.' : WITHOUT_DEVICE;
}

const WITHOUT_DEVICE = 'We sent this by email because it didn’t reach any of your devices.';
