import * as emails from '#shared/messages/emails.ts';
import { cents, ZERO } from '#shared/money.ts';
import {
  type Conversation,
  ENDINGS,
  type Side,
} from '#shared/rules/conversations/conversations.ts';
import { isChargedByReport } from '#shared/rules/conversations/counters.ts';
import { isClaimEvent } from '#shared/rules/notifications/claim-notifications.ts';
import { type EmailedEvent, isReceiptOnly } from '#shared/rules/notifications/emailed-events.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import { isEndedEarly, warningText } from '#shared/rules/notifications/notifications.ts';
import { type Instant, instant } from '#shared/time.ts';
import type { User } from '../../storage/accounts/users.ts';
import { conversationById } from '../../storage/conversations/conversations.ts';
import type { TableReader } from '../../storage/table.ts';
import {
  conversationNotificationsOf,
  isOfConversation,
  notificationsOf,
} from '../push-notifications.ts';
import { claimStepEmail, decisionEmail } from './claim-emails.ts';
import type { EmailContent } from './content.ts';
import { answerEmail, paidLetterEmail, reminderEmail, ticketEmail } from './letter-emails.ts';
import { type EmailReader, namesOf } from './letter-parts.ts';
import { accountEmail, conversationEmail, type NoticeEvent } from './notice-emails.ts';
import { answerReceipt, earlyReceipt, holdEmail, planReceipt, reportReceipt } from './receipts.ts';
import {
  decidedRefundEmail,
  partRefundEmail,
  type Return,
  recipientsRefundEmail,
  returnEmail,
} from './refund-emails.ts';

/* The emails of a domain event: the receipt of the person whose card moved, and the notifications of everybody concerned. */

/** Writes an email for its reader; undefined if nothing is left to say. */
type Writer = (reader: EmailReader, user: User) => Promise<EmailContent | undefined>;

/** The emails of an event to a person. */
export type PersonalEmails = {
  readonly userId: string;
  readonly receipt?: Writer | undefined;
  readonly notification?: Writer | undefined;
  /** Whether the receipt is an email of its own after the notification, and does not take its place. */
  readonly isReceiptApart?: boolean;
};

/** Returns the emails of an event, given the current state; none if they are no longer relevant. */
export async function emailsOf(
  table: TableReader,
  event: EmailedEvent,
  now: Instant,
): Promise<PersonalEmails[]> {
  if (event.type === 'plan.charged') {
    const { userId, plan, amountCents } = event.detail;
    const charge = { plan, amount: cents(amountCents), at: instant(event.at) };
    const receipt: Writer = async (reader, user) => planReceipt(user, charge, reader);
    return [{ userId, receipt }];
  }
  const conversation =
    'conversationId' in event.detail
      ? await conversationById(table, event.detail.conversationId, now)
      : undefined;
  const emails = new Map<string, PersonalEmails>();
  for (const one of await notificationsFor(table, conversation, event, now)) {
    const { userId } = one;
    emails.set(userId, {
      userId,
      notification: notificationWriter(table, conversation, one, event),
    });
  }
  const receipt = conversation && receiptWriter(table, conversation, event);
  if (receipt) {
    const userId = conversation.sender.id;
    const isReceiptApart = event.type === 'conversation.answered';
    emails.set(userId, { userId, ...emails.get(userId), receipt, isReceiptApart });
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

/** The email of a notification. */
function notificationWriter(
  table: TableReader,
  c: Conversation | undefined,
  notification: Notification,
  event: EmailedEvent,
): Writer {
  const notice = { notification, event: event as NoticeEvent };
  if (!c) return (reader) => accountEmail(table, notice, reader);
  const side: Side = notification.userId === c.sender.id ? 'sender' : 'recipient';
  switch (event.type) {
    case 'conversation.answered':
      return (reader) => answerEmail(table, c, reader);
    case 'conversation.paid':
      return (reader) => paidLetterEmail(table, c, reader);
    case 'conversation.asked':
      return (reader) => ticketEmail(table, c, reader);
    case 'conversation.expiringSoon':
      return (reader) => reminderEmail(table, c, reader);
    case 'conversation.nudged':
      return (reader) => reminderEmail(table, c, reader, { isNudge: true });
    case 'claim.decided':
      return async (reader) => decisionEmail(c, side, reader);
  }
  if (event.type === 'conversation.givenBack' && side === 'recipient')
    return recipientsRefundWriter(c, event.detail.amountCents, instant(event.at));
  // Somebody who switched receipts off still learns in exact amounts where their money went.
  const receipt = side === 'sender' ? receiptWriter(table, c, event) : undefined;
  return async (reader, user) =>
    (await receipt?.(reader, user)) ??
    (isClaimEvent(event)
      ? claimStepEmail(c, notification, event.type, reader)
      : conversationEmail(table, c, notice, reader));
}

function recipientsRefundWriter(
  c: Conversation,
  amountCents: number | undefined,
  at: Instant,
): Writer {
  const amount = amountCents === undefined ? undefined : cents(amountCents);
  return async (reader) => recipientsRefundEmail(c, reader, { amount, at });
}

/** The email about what moved on the sender's card; undefined if nothing did. */
function receiptWriter(
  table: TableReader,
  c: Conversation,
  event: EmailedEvent,
): Writer | undefined {
  if (c.price === ZERO) return undefined;
  const at = instant(event.at);
  switch (event.type) {
    case 'conversation.paid':
      return (reader) => holdEmail(table, c, reader);
    case 'conversation.charged':
      return async (reader) => earlyReceipt(c, reader, at);
    case 'conversation.answered':
      return async (reader) => answerReceipt(c, reader);
    case 'conversation.reported':
      return isChargedByReport(c)
        ? async (reader) => reportReceipt(c, reader, at)
        : async (reader) => returnEmail(c, reader, endOf(c, event));
    case 'conversation.givenBack':
      return givenBackWriter(c, event.detail.amountCents, at);
    case 'claim.givenBack':
      return async (reader) => decidedRefundEmail(c, reader, { ...claimRefund(c), at });
    case 'claim.decided':
      return event.detail.outcome === 'UPHELD' && isRefunded(c)
        ? async (reader) => decisionEmail(c, 'sender', reader)
        : undefined;
    default:
      return endingOf(event) && (async (reader) => returnEmail(c, reader, endOf(c, event)));
  }
}

/** The ending without an answer that an event tells; undefined for any other event. */
const endingOf = ({ type }: EmailedEvent) =>
  Object.values(ENDINGS).find(({ domainEvent }) => domainEvent === type);

/** Returns whether a refund was made, or is on its way to the bank. */
const isRefunded = ({ money: { state, owed } }: Conversation) =>
  state === 'REFUNDED' || owed !== undefined;

function givenBackWriter(c: Conversation, amountCents: number | undefined, at: Instant): Writer {
  if (amountCents !== undefined)
    return async (reader) => partRefundEmail(c, reader, { amount: cents(amountCents), at });
  return async (reader) => decidedRefundEmail(c, reader, { why: emails.refund.byUs, at });
}

/** The subject and the reason of a refund that the recipient made, or that followed because they did not respond. */
function claimRefund(c: Conversation) {
  const { recipientName: name } = namesOf(c);
  const letter = { price: c.price, name };
  return c.money.claim?.state === 'LAPSED'
    ? { subject: emails.claim.lapsed(letter), why: emails.refund.lapsed(name) }
    : { subject: emails.claim.givenBack(letter), why: emails.refund.byRecipient(name) };
}

/** The ending of a letter without an answer. */
function endOf(c: Conversation, event: EmailedEvent): Return {
  const { recipientName: name } = namesOf(c);
  const { ENDINGS: WORDS } = emails;
  const at = instant(event.at);
  if (event.type === 'conversation.declined')
    return {
      ending: WORDS.declined(name),
      why: (letter) => `${name} declined ${letter}.`,
      at,
      offersOthers: true,
    };
  switch (endingOf(event)?.by) {
    case 'SENDER':
      return {
        ending: WORDS.canceled(name),
        why: (letter) => `You canceled ${letter}.`,
        at,
        offersOthers: false,
      };
    case 'RECIPIENT':
      return {
        ending: WORDS.unanswered(name),
        why: (letter) => `${name} couldn’t answer ${letter}.`,
        at,
        offersOthers: true,
      };
  }
  if (c.reasonCode === 'HOLD_LAPSED')
    return {
      ending: WORDS.ended(name),
      why: (letter) => emails.refund.holdExpired(name, letter),
      at,
      offersOthers: true,
    };
  if (isEndedEarly(c))
    return {
      ending: WORDS.ended(name),
      why: (letter) => `${warningText(c)}We ended ${letter} before there was an answer.`,
      at,
      offersOthers: false,
    };
  return {
    ending: WORDS.expired(name),
    why: (letter) => `${name} didn’t answer ${letter} in time. We’re sorry.`,
    at,
    offersOthers: true,
  };
}
