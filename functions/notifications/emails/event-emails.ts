import { prettyDate } from '../../../shared/dates.ts';
import { utcDates } from '../../../shared/messages/dates.ts';
import { cents, formatMoney, ZERO } from '../../../shared/money.ts';
import type { SignInMethod } from '../../../shared/rules/auth/passkeys.ts';
import { claimDue } from '../../../shared/rules/conversations/claims.ts';
import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import {
  type EmailedEvent,
  isReceiptOnly,
} from '../../../shared/rules/notifications/emailed-events.ts';
import { rowOf } from '../../../shared/rules/notifications/event-settings.ts';
import type { Notification } from '../../../shared/rules/notifications/notification.ts';
import { isAwaited } from '../../../shared/rules/notifications/notifications.ts';
import { periodInWords } from '../../../shared/rules/payouts/payouts.ts';
import { type Instant, instant } from '../../../shared/time.ts';
import { sessionStart } from '../../storage/auth/sessions.ts';
import { conversationById } from '../../storage/conversations/conversations.ts';
import type { TableReader } from '../../storage/table.ts';
import {
  conversationNotificationsOf,
  isOfConversation,
  notificationsOf,
} from '../push-notifications.ts';
import { planReceipt, receiptOf } from './receipts.ts';
import type { EmailContent, Fact } from './render.ts';

/* The emails of a domain event: the receipt of the person whose card moved, and the notifications of everybody concerned. */

/** The emails of an event to a person, who gets at most one of them (`emailFor`). */
export type PersonalEmails = {
  readonly userId: string;
  readonly receipt?: EmailContent | undefined;
  readonly notification?: EmailContent | undefined;
  /** Whether the notification says what the receipt does not, so that the receipt follows it in the same email. */
  readonly isAnswer?: boolean;
};

/**
 * The email of an event to a person: the answer with the receipt below it, else the receipt, else the notification. Undefined if there
 * is neither.
 */
export function emailFor({
  receipt,
  notification,
  isAnswer,
}: Omit<PersonalEmails, 'userId'>): EmailContent | undefined {
  if (!receipt || !notification || !isAnswer) return receipt ?? notification;
  const { subject: heading, paragraphs, facts = [] } = receipt;
  return { ...notification, receipt: { heading, paragraphs, facts } };
}

/** Returns the emails of an event, given the current state; none if they are no longer relevant. */
export async function emailsOf(
  table: TableReader,
  event: EmailedEvent,
  now: Instant,
): Promise<PersonalEmails[]> {
  if (event.type === 'plan.charged') {
    const { userId, ...charge } = event.detail;
    return [{ userId, receipt: planReceipt(charge, instant(event.at)) }];
  }
  const conversation =
    'conversationId' in event.detail
      ? await conversationById(table, event.detail.conversationId, now)
      : undefined;
  const notifications = await notificationsFor(table, conversation, event, now);
  const emails = new Map<string, PersonalEmails>();
  for (const one of notifications) {
    const { userId } = one;
    const facts = conversation
      ? conversationFacts(conversation, userId, now)
      : [...accountFacts(event), ...(await signInFacts(table, event))];
    const notification =
      event.type === 'conversation.answered' && conversation
        ? answerEmail(one, conversation)
        : notificationEmail(one, event, facts);
    emails.set(userId, { userId, notification });
  }
  const receipt = conversation && receiptOf(conversation, event);
  if (receipt) {
    const userId = conversation.sender.id;
    const isAnswer = event.type === 'conversation.answered';
    emails.set(userId, { userId, ...emails.get(userId), receipt, isAnswer });
  }
  return [...emails.values()];
}

function notificationsFor(
  table: TableReader,
  conversation: Conversation | undefined,
  event: EmailedEvent,
  now: Instant,
): Promise<Notification[]> | Notification[] {
  if (isReceiptOnly(event)) return [];
  if (!isOfConversation(event)) return notificationsOf(table, event, now);
  return conversation ? conversationNotificationsOf(table, conversation, event, now) : [];
}

/** The email of a notification: its words, and who, how much and until when. */
function notificationEmail(
  { title, body, path }: Notification,
  event: EmailedEvent,
  facts: readonly Fact[],
): EmailContent {
  return {
    subject: title,
    heading: title,
    paragraphs: [body],
    facts,
    action: { label: 'Open', path },
    reason: reasonOf(event),
  };
}

/** The email that brings an answer. Its price and date are in the receipt. */
function answerEmail({ path }: Notification, { recipient, price }: Conversation): EmailContent {
  const heading = `${recipient.fullName} answered your letter`;
  return {
    subject: heading,
    heading,
    paragraphs: ['Open it to read the answer.'],
    facts: price === ZERO ? [] : [{ label: 'Price', value: formatMoney(price) }],
    action: { label: 'Read the answer', path },
    reason: WITHOUT_DEVICE,
  };
}

function conversationFacts(c: Conversation, userId: string, now: Instant): Fact[] {
  const isRecipient = userId === c.recipient.id;
  return [
    isRecipient
      ? { label: 'From', value: c.sender.fullName }
      : { label: 'Your letter to', value: c.recipient.fullName },
    ...(c.price === ZERO ? [] : [{ label: 'Price', value: formatMoney(c.price) }]),
    ...(isRecipient && isAwaited(c, now) && c.price > ZERO
      ? [{ label: 'Answer by', value: utcDates.deadline(c.deadlineAt) }]
      : []),
    ...claimFacts(c, isRecipient, now),
  ];
}

/** Until when the reader has to act in a claim. */
function claimFacts(c: Conversation, isRecipient: boolean, now: Instant): Fact[] {
  const due = claimDue(c);
  const isTheirTurn = c.money.claim?.state === (isRecipient ? 'OPEN' : 'IMPROVED');
  if (due === undefined || now >= due || !isTheirTurn) return [];
  return [{ label: 'Respond by', value: utcDates.deadline(due) }];
}

function accountFacts({ detail, at }: EmailedEvent): Fact[] {
  return [
    ...('period' in detail ? [{ label: 'Payout of', value: periodInWords(detail.period) }] : []),
    ...('amountCents' in detail && detail.amountCents !== undefined
      ? [{ label: 'Amount', value: formatMoney(cents(detail.amountCents)) }]
      : []),
    ...('deletionAt' in detail
      ? [{ label: 'Deleted on', value: utcDates.deadline(instant(detail.deletionAt)) }]
      : []),
    { label: 'Date', value: prettyDate(instant(at)) },
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

function reasonOf(event: EmailedEvent): string {
  const row = isReceiptOnly(event) ? undefined : rowOf(event.type);
  if (row?.email === 'always') return 'You get this because it protects your account.';
  return row?.emailsEach ? 'You chose to get this by email.' : WITHOUT_DEVICE;
}

const WITHOUT_DEVICE = 'We sent this by email because it didn’t reach any of your devices.';
