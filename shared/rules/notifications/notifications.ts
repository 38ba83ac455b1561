import type { DomainEvent, DomainEventType } from '../../domain-events.ts';
import * as payments from '../../messages/payments.ts';
import { plural } from '../../messages/plural.ts';
import { BANK_WARNED } from '../../messages/timeline.ts';
import { type Cents, ZERO } from '../../money.ts';
import { DAY, HOUR, type Instant, later, MINUTE } from '../../time.ts';
import { messagePreview, type Room } from '../chat/chats.ts';
import { type Conversation, isTicket, type Side } from '../conversations/conversations.ts';
import { isChargedByReport } from '../conversations/counters.ts';
import { earningAfterRefund } from '../conversations/manual-refunds.ts';
import { EXPIRING_SOON, RESPONSE_DAYS } from '../conversations/state-machine.ts';
import { type PublicAnswerState, stateAt } from '../public-answers/public-answers.ts';
import { ACCOUNT_EVENTS } from './account-notifications.ts';
import { CLAIM_EVENTS } from './claim-notifications.ts';
import type { Notification, NotificationContent } from './notification.ts';

/*
 * Texts of notifications, from a domain event and the current state. Anybody can read a lock screen, so the default text
 * contains no names and no quotes; `open` is for devices whose owner allows them. Nobody is notified of their own actions,
 * or of anything they have seen already.
 */

/** Conversation events without a rule below. The recipient is not notified of a cancellation: docs/product/conversations.md#cancelling */
type EventWithoutRule =
  | 'conversation.closed'
  // Its sender gets a receipt by email; the day of the charge was announced with the hold.
  | 'conversation.charged'
  | 'conversation.cancelled'
  // Both sides are notified, each with a text of its own.
  | 'conversation.givenBack'
  // It is shown on the letter; nobody is asked to do anything about it.
  | 'conversation.publicEnded';
type ConversationEventType = Exclude<
  Extract<DomainEventType, `conversation.${string}`>,
  EventWithoutRule
>;
export type ConversationEvent = DomainEvent<ConversationEventType>;

type NotificationText = NotificationContent &
  Pick<Notification, 'open' | 'latestAt'> & { readonly goodFor?: number };
type NotificationRule = {
  /** The side to notify; undefined if the notification is no longer relevant. */
  readonly to: (c: Conversation, event: ConversationEvent, now: Instant) => Side | undefined;
  readonly words: (c: Conversation, other: string, now: Instant) => NotificationText;
};

const WEEK = 7 * DAY;

/** The rule of each event. A new conversation event does not compile without a rule or a place in EventWithoutRule. */
const CONVERSATION_NOTIFICATIONS: Readonly<Record<ConversationEventType, NotificationRule>> = {
  'conversation.paid': {
    to: (c) => (c.status === 'PENDING' && !c.recipientReadAt ? 'recipient' : undefined),
    words: (c, sender) => ({
      title: 'A paid letter is waiting',
      body: `You have ${RESPONSE_DAYS} days to answer it.`,
      open: { title: `${sender} paid for your answer`, body: c.subject },
    }),
  },
  'conversation.asked': {
    to: (c) => (c.status === 'PENDING' && !c.recipientReadAt ? 'recipient' : undefined),
    words: (c, sender) => ({
      title: 'A help ticket is waiting',
      body: 'Someone asks for help.',
      open: { title: `${sender} asks for help`, body: c.subject },
    }),
  },
  'conversation.answered': {
    to: (c, { at }) => (isUnread(c, 'sender', at) ? 'sender' : undefined),
    words: (c, recipient) => ({
      title: isTicket(c) ? 'Your help ticket was answered' : 'Your letter was answered',
      body: 'Open it to read the answer.',
      open: { title: `${recipient} answered you`, body: c.subject },
    }),
  },
  'conversation.replied': {
    to: (c, { at, detail }) => {
      if ('hidden' in detail && detail.hidden) return undefined;
      const reader =
        'byUserId' in detail && detail.byUserId === c.sender.id ? 'recipient' : 'sender';
      return isUnread(c, reader, at) ? reader : undefined;
    },
    words: (c, author) => ({
      title: 'You have a reply',
      body: 'Open it to read on.',
      open: { title: `${author} wrote to you`, body: c.subject },
    }),
  },
  'conversation.infoAsked': {
    to: (c, { at }) =>
      c.status === 'NEEDS_INFO' && isUnread(c, 'sender', at) ? 'sender' : undefined,
    words: (c, recipient, now) => ({
      title: 'There’s a question about your letter',
      body: 'It comes before the answer. Replying is free.',
      open: { title: `${recipient} has a question before answering`, body: c.subject },
      goodFor: Math.max(MINUTE, (c.clarification?.until ?? now) - now),
    }),
  },
  'conversation.infoGiven': {
    to: (c, { at }) =>
      c.status === 'PENDING' && isUnread(c, 'recipient', at) ? 'recipient' : undefined,
    words: (c, sender) => ({
      title: 'Your question was answered',
      body: 'Your time to answer the letter runs again.',
      open: { title: `${sender} answered your question`, body: c.subject },
    }),
  },
  'conversation.infoEnded': {
    to: (c, { detail }) => {
      const endedIt = 'byUserId' in detail && detail.byUserId === c.recipient.id;
      return c.status === 'PENDING' && !endedIt ? 'recipient' : undefined;
    },
    words: (c, sender) => ({
      title: 'Your question wasn’t answered',
      body: 'Your time to answer the letter runs again.',
      open: {
        title: `${sender} didn’t answer your question`,
        body: `${c.subject}. Your time to answer runs again.`,
      },
    }),
  },
  'conversation.declined': {
    to: () => 'sender',
    words: (c, recipient) => ({
      title: 'Your letter was declined',
      body: refundStatusText(c),
      open: {
        title: `${recipient} declined your letter`,
        body: `${c.subject}. ${refundStatusText(c)}`,
      },
    }),
  },
  'conversation.reported': {
    to: () => 'sender',
    words: (c, recipient) =>
      isChargedByReport(c)
        ? {
            title: 'Your letter was reported',
            body: payments.IN_REVIEW,
            open: {
              title: `${recipient} reported your letter`,
              body: `${c.subject}. ${payments.IN_REVIEW}`,
            },
          }
        : {
            title: 'Your letter won’t be answered',
            body: refundStatusText(c),
            open: {
              title: `${recipient} couldn’t answer you`,
              body: `${c.subject}. ${refundStatusText(c)}`,
            },
          },
  },
  'conversation.expired': {
    to: () => 'sender',
    words: (c, recipient) => ({
      title: isEndedEarly(c) ? 'Your letter was ended' : 'No answer came in time',
      body: `${warningText(c)}${refundStatusText(c)}`,
      open: {
        title: isEndedEarly(c)
          ? `Your letter to ${recipient} was ended`
          : `${recipient} didn’t answer in time`,
        body: `${c.subject}. ${warningText(c)}${refundStatusText(c)}`,
      },
    }),
  },
  'conversation.evidenceSent': {
    to: (c) => (c.money.back?.dispute === 'OPEN' ? 'recipient' : undefined),
    words: (c) => ({
      ...payments.disputed.notification,
      open: {
        title: payments.disputed.title,
        body: `${c.subject}. ${payments.disputed.body}`,
      },
    }),
  },
  'conversation.expiringSoon': {
    to: (c, _event, now) => (isAwaited(c, now) ? 'recipient' : undefined),
    words: (c, sender, now) => {
      const left = timeLeftText(c.deadlineAt - now);
      const isSoon = now >= later(c.deadlineAt, -EXPIRING_SOON);
      return {
        title: isSoon ? 'A paid letter expires soon' : 'A paid letter is waiting for your answer',
        body: left,
        open: {
          title: `${sender} is still waiting for your answer`,
          body: `${c.subject}. ${left}`,
        },
        goodFor: Math.min(EXPIRING_SOON, Math.max(MINUTE, c.deadlineAt - now)),
        latestAt: latestReminderAt(c),
      };
    },
  },
  'conversation.publicProposed': {
    to: (c, _event, now) => (waits(c, 'PROPOSED', now) ? 'sender' : undefined),
    words: (c, recipient, now) => ({
      title: 'An answer to you may become public',
      body: 'Only if you agree. Your name stays hidden.',
      open: {
        title: `${recipient} would like to publish the answer to you`,
        body: `${c.subject}. Only if you agree.`,
      },
      goodFor: Math.max(MINUTE, Math.min(WEEK, (c.publicAnswer?.until ?? now) - now)),
    }),
  },
  'conversation.publicRevised': {
    to: (c, _event, now) => (waits(c, 'REVISED', now) ? 'recipient' : undefined),
    words: (c, sender, now) => ({
      title: 'Read a public answer once more',
      body: 'The sender hid more, and agrees to the new text.',
      open: {
        title: `${sender} agrees, with changes`,
        body: `${c.subject}. Read the new text before it becomes public.`,
      },
      goodFor: Math.max(MINUTE, Math.min(WEEK, (c.publicAnswer?.until ?? now) - now)),
    }),
  },
  'conversation.published': {
    to: (c, { detail }, now) => {
      if (!waits(c, 'PUBLIC', now)) return undefined;
      return 'byUserId' in detail && detail.byUserId === c.sender.id ? 'recipient' : 'sender';
    },
    words: (c) => ({
      title: 'An answer is public now',
      body: 'Each of you can withdraw it at any time.',
      open: {
        title: 'Your answer is public now',
        body: `${c.subject}. Each of you can withdraw it at any time.`,
      },
    }),
  },
  'conversation.nudged': {
    to: (c, _event, now) => (isAwaited(c, now) ? 'recipient' : undefined),
    words: (c, sender, now) => {
      const left = timeLeftText(c.deadlineAt - now);
      return {
        title: 'A sender reminds you of a paid letter',
        body: left,
        open: { title: `${sender} reminds you`, body: `${c.subject}. ${left}` },
        goodFor: Math.max(MINUTE, c.deadlineAt - now),
        latestAt: latestReminderAt(c),
      };
    },
  },
};

/** Whether a proposal to publish an answer waits in this state. */
const waits = ({ publicAnswer }: Conversation, state: PublicAnswerState, now: Instant): boolean =>
  publicAnswer !== undefined && stateAt(publicAnswer, now) === state;

/** Whether a letter can still be answered and its deadline is not paused. */
const isAwaited = ({ status, deadlineAt }: Conversation, now: Instant): boolean =>
  status === 'PENDING' && now < deadlineAt;

/** The latest time of a reminder: two hours before the deadline, so that an answer can still be written. */
export const latestReminderAt = ({ deadlineAt }: Conversation): Instant =>
  later(deadlineAt, -2 * HOUR);

/** The events that cause a push notification. */
export const NOTIFIED_EVENTS = [
  ...(Object.keys(CONVERSATION_NOTIFICATIONS) as ConversationEventType[]),
  'conversation.givenBack',
  ...CLAIM_EVENTS,
  'contact.invited',
  'contact.accepted',
  'chat.messageSent',
  'chat.changed',
  ...ACCOUNT_EVENTS,
] as const satisfies readonly DomainEventType[];

export const isConversationEvent = (event: DomainEvent): event is ConversationEvent =>
  Object.hasOwn(CONVERSATION_NOTIFICATIONS, event.type);

/** Returns the notification of a conversation event, given the current conversation; undefined if nobody has to be notified. */
export function conversationNotification(
  c: Conversation,
  event: ConversationEvent,
  now: Instant,
): Notification | undefined {
  const rule = CONVERSATION_NOTIFICATIONS[event.type];
  const side = rule.to(c, event, now);
  if (!side) return undefined;
  const other = side === 'sender' ? c.recipient : c.sender;
  const path = side === 'sender' ? `/order-viewer/${c.id}` : `/inbox-viewer/${c.id}`;
  return {
    goodFor: WEEK,
    ...rule.words(c, other.fullName, now),
    userId: c[side].id,
    path,
    tag: `conversation:${c.id}`,
    urgency: 'high',
  };
}

/** Whether an operator or a warning of the sender's bank ended the conversation before its deadline. */
export const isEndedEarly = ({ reasonCode }: Conversation): boolean =>
  reasonCode === 'WITHDRAWN' || reasonCode === 'FRAUD_WARNING';

/** A sentence about the warning of the sender’s bank, if it ended the conversation. */
export const warningText = ({ reasonCode }: Conversation): string =>
  reasonCode === 'FRAUD_WARNING' ? `${BANK_WARNED}. ` : '';

/**
 * Returns the notifications of both sides after an operator refunded an answered or reported message. `part`: the amount, if it
 * was a part of the price.
 */
export function refundNotifications(c: Conversation, part?: Cents): Notification[] {
  const about = { tag: `conversation:${c.id}`, urgency: 'normal', goodFor: WEEK } as const;
  const senders = payments.refundToSender(part);
  const toSender = {
    ...about,
    ...senders,
    userId: c.sender.id,
    open: { title: senders.title, body: `${c.subject}. ${senders.body}` },
    path: `/order-viewer/${c.id}`,
  };
  const recipients = payments.refundToRecipient(part, earningAfterRefund(c));
  return [
    toSender,
    {
      ...about,
      ...recipients,
      userId: c.recipient.id,
      open: {
        title: payments.senderIsRefunded(c.sender.fullName, part),
        body: `${c.subject}. ${recipients.body}`,
      },
      path: `/inbox-viewer/${c.id}`,
    },
  ];
}

/** Whether the message of this time is unread and is the last one; a newer message causes its own notification. */
function isUnread(c: Conversation, reader: Side, at: number): boolean {
  const readAt = reader === 'sender' ? c.senderReadAt : c.recipientReadAt;
  return c.lastMessageAt <= at && (readAt === undefined || readAt < at);
}

function refundStatusText({ price, money }: Conversation): string {
  if (price === ZERO) return 'Open it to see what happened.';
  // An event can be delivered after the bank has refused the refund twice.
  return payments.returnedBriefly(money.state);
}

/** The time left in hours, or from three days on in days. */
function timeLeftText(milliseconds: number): string {
  if (milliseconds >= 3 * DAY) return `${Math.round(milliseconds / DAY)} days left to answer.`;
  const hours = Math.max(1, Math.round(milliseconds / HOUR));
  return plural(hours, { one: '1 hour left to answer.', other: '# hours left to answer.' });
}

/** Returns the notification of an invitation to chat, or of its acceptance. */
export function contactNotification(
  { type, detail: { userId, byUserId } }: DomainEvent<'contact.invited' | 'contact.accepted'>,
  name: string,
): Notification {
  const invited = type === 'contact.invited';
  return {
    userId,
    title: invited ? 'An invitation to chat' : 'Your invitation was accepted',
    body: invited ? 'Someone would like to chat with you.' : 'You can chat now.',
    open: invited
      ? { title: `${name} would like to chat with you`, body: 'Open it to accept.' }
      : { title: `${name} accepted your invitation`, body: 'You can chat now.' },
    path: invited ? '/dashboard' : '/contacts',
    tag: `contact:${byUserId}`,
    urgency: 'normal',
    goodFor: WEEK,
  };
}

/** Returns the notifications of a chat message: for all members except its writer, those who have read it, and the muted ones. */
export function chatNotifications(
  { id, name, direct, members, muted }: Room,
  message: {
    readonly number: number;
    readonly userId: string;
    readonly fullName: string;
    readonly content: string;
    readonly picture?: unknown;
  },
): Notification[] {
  const { number, userId: writerId, fullName } = message;
  return Object.entries(members)
    .filter(([userId, read]) => userId !== writerId && read < number && !muted?.has(userId))
    .map(([userId]) => ({
      userId,
      title: 'A new chat message',
      body: 'Open it to read.',
      open: { title: direct ? fullName : `${fullName} in ${name}`, body: messagePreview(message) },
      forMembers: true,
      path: `/chat-viewer/${id}`,
      tag: `chat:${id}`,
      urgency: 'high',
      goodFor: DAY,
    }));
}

/**
 * Returns the notifications of people who were added to a group: for those who are members still and have not read its
 * announcement, or if they were added when it was created, any message.
 */
export function addedNotifications(
  { id, name, members }: Room,
  addedIds: readonly string[],
  announcedAs: number | undefined,
  ownerName: string,
): Notification[] {
  return addedIds
    .filter((userId) => (members[userId] ?? Number.POSITIVE_INFINITY) < (announcedAs ?? 1))
    .map((userId) => ({
      userId,
      title: 'You were added to a group',
      body: 'Open it to read.',
      open: { title: `${ownerName} added you to ${name}`, body: 'Open it to read.' },
      forMembers: true,
      path: `/chat-viewer/${id}`,
      tag: `group:${id}`,
      urgency: 'normal',
      goodFor: WEEK,
    }));
}
