import { PRODUCT_NAME } from '../../brand.ts';
import type { Fact, FactType } from '../../domain-events.ts';
import { formatMoney, ZERO } from '../../money.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../time.ts';
import { REFERRAL_BONUS } from '../accounts/referrals.ts';
import { type PaidPlan, PLAN_TERMS } from '../billing/plans.ts';
import { previewOf, type Room } from '../chat/chats.ts';
import type { Conversation, Side } from '../conversations/conversations.ts';
import { isChargedByReport } from '../conversations/counters.ts';
import { EXPIRING_SOON, RESPONSE_DAYS } from '../conversations/state-machine.ts';
import { periodInWords } from '../payouts/payouts.ts';

/*
 * What people are told on their devices: from a fact, and from how things stand when it arrives, to words. A lock screen
 * is read by whoever walks past, so the words name nobody and quote nothing; `open` is for devices whose owner chose
 * otherwise. Nobody is told of what they did themselves, nor of what they have seen meanwhile.
 */

const ACCOUNT_FACTS = [
  'payout.paid',
  'payout.waiting',
  'payout.failed',
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'referral.takenBack',
  'user.phoneChangeAsked',
  'user.phoneChanged',
] as const satisfies readonly FactType[];

const CONVERSATION_FACTS = [
  'conversation.paid',
  'conversation.asked',
  'conversation.answered',
  'conversation.replied',
  'conversation.declined',
  'conversation.reported',
  'conversation.expired',
  'conversation.expiringSoon',
] as const satisfies readonly FactType[];
type ConversationFact = Fact<(typeof CONVERSATION_FACTS)[number]>;

/** Every fact that somebody is told of. The recipient is not told of a cancellation: docs/product/conversations.md#cancelling */
export const TOLD_FACTS = [
  ...CONVERSATION_FACTS,
  'conversation.givenBack',
  'contact.invited',
  'contact.accepted',
  'chat.messageSent',
  ...ACCOUNT_FACTS,
] as const satisfies readonly FactType[];

export type Words = { readonly title: string; readonly body: string };

export type Notification = Words & {
  readonly userId: string;
  /** With names, subjects and beginnings of texts. */
  readonly open: Words;
  /** The screen behind it needs a plan, and so do its names and words. */
  readonly forMembers?: true;
  /** The screen behind it. */
  readonly path: string;
  /** Of several with the same tag the newest replaces the others. */
  readonly tag: string;
  readonly urgency: 'high' | 'normal';
  /** How long (ms) it makes sense to deliver it. */
  readonly goodFor: number;
};

type Told = Words & { readonly open: Words; readonly goodFor?: number };
type News = {
  /** Whose news it is; undefined where it has become nobody's. */
  readonly to: (c: Conversation, fact: ConversationFact, now: Instant) => Side | undefined;
  readonly words: (c: Conversation, other: string, now: Instant) => Told;
};

const WEEK = 7 * DAY;

const CONVERSATION_NEWS: Readonly<Record<ConversationFact['type'], News>> = {
  'conversation.paid': {
    to: (c) => (c.status === 'PENDING' && !c.recipientReadAt ? 'recipient' : undefined),
    words: (c, sender) => ({
      title: 'A paid message is waiting',
      body: `You have ${RESPONSE_DAYS} days to answer it.`,
      open: { title: `${sender} paid for your answer`, body: c.subject },
    }),
  },
  'conversation.asked': {
    to: (c) => (c.status === 'PENDING' && !c.recipientReadAt ? 'recipient' : undefined),
    words: (c, sender) => ({
      title: 'A help ticket is waiting',
      body: 'Somebody asks for help.',
      open: { title: `${sender} asks for help`, body: c.subject },
    }),
  },
  'conversation.answered': {
    to: (c, { at }) => (isUnread(c, 'sender', at) ? 'sender' : undefined),
    words: (c, recipient) => ({
      title: 'Your message was answered',
      body: 'Open it to read the answer.',
      open: { title: `${recipient} answered you`, body: c.subject },
    }),
  },
  'conversation.replied': {
    to: (c, { at, detail }) => {
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
  'conversation.declined': {
    to: () => 'sender',
    words: (c, recipient) => ({
      title: 'Your message was declined',
      body: moneyWords(c),
      open: { title: `${recipient} declined your message`, body: `${c.subject}. ${moneyWords(c)}` },
    }),
  },
  'conversation.reported': {
    to: () => 'sender',
    words: (c, recipient) =>
      isChargedByReport(c)
        ? {
            title: 'Your message was reported',
            body: 'Its payment was taken. We look at the report.',
            open: {
              title: `${recipient} reported your message`,
              body: `${c.subject}. Its payment was taken. We look at the report.`,
            },
          }
        : {
            title: 'Your message will not be answered',
            body: moneyWords(c),
            open: {
              title: `${recipient} could not answer you`,
              body: `${c.subject}. ${moneyWords(c)}`,
            },
          },
  },
  'conversation.expired': {
    to: () => 'sender',
    words: (c, recipient) => ({
      title: isWithdrawn(c) ? 'Your message was ended' : 'No answer came in time',
      body: moneyWords(c),
      open: {
        title: isWithdrawn(c)
          ? `Your message to ${recipient} was ended`
          : `${recipient} did not answer in time`,
        body: `${c.subject}. ${moneyWords(c)}`,
      },
    }),
  },
  'conversation.expiringSoon': {
    to: (c, _fact, now) => (c.status === 'PENDING' && now < c.deadlineAt ? 'recipient' : undefined),
    words: (c, sender, now) => {
      const left = `${hoursWords(c.deadlineAt - now)} left to answer it.`;
      return {
        title: c.price === ZERO ? 'A help ticket expires soon' : 'A paid message expires soon',
        body: left,
        open: { title: `${sender} still waits for you`, body: `${c.subject}. ${left}` },
        goodFor: Math.min(EXPIRING_SOON, Math.max(MINUTE, c.deadlineAt - now)),
      };
    },
  },
};

export const isOfConversation = (fact: Fact): fact is ConversationFact =>
  Object.hasOwn(CONVERSATION_NEWS, fact.type);

/** What a fact of a conversation is to one of its sides, as the conversation stands now; undefined where it is news to nobody. */
export function conversationNews(
  c: Conversation,
  fact: ConversationFact,
  now: Instant,
): Notification | undefined {
  const news = CONVERSATION_NEWS[fact.type];
  const side = news.to(c, fact, now);
  if (!side) return undefined;
  const other = side === 'sender' ? c.recipient : c.sender;
  const path = side === 'sender' ? `/order-viewer/${c.id}` : `/inbox-viewer/${c.id}`;
  return {
    goodFor: WEEK,
    ...news.words(c, other.fullName, now),
    userId: c[side].id,
    path,
    tag: `conversation:${c.id}`,
    urgency: 'high',
  };
}

/** Ended by an operator. */
const isWithdrawn = ({ reasonCode }: Conversation) => reasonCode === 'WITHDRAWN';

/** An operator gave the money of an answer, or of a report, back: both sides are told. */
export function givenBackNews(c: Conversation): Notification[] {
  const about = { tag: `conversation:${c.id}`, urgency: 'normal', goodFor: WEEK } as const;
  const senders = {
    title: 'Your money is given back',
    body: 'It is on its way to your card.',
  };
  const recipients = {
    title: 'A payment was given back',
    body: 'Open it to see what that means for you.',
  };
  return [
    {
      ...about,
      ...senders,
      userId: c.sender.id,
      open: { title: senders.title, body: `${c.subject}. ${senders.body}` },
      path: `/order-viewer/${c.id}`,
    },
    {
      ...about,
      ...recipients,
      userId: c.recipient.id,
      open: { title: `${c.sender.fullName} gets the money back`, body: c.subject },
      path: `/inbox-viewer/${c.id}`,
    },
  ];
}

/** Written at this moment, by the other side, and neither read nor followed by something newer, which is told by itself. */
function isUnread(c: Conversation, reader: Side, at: number): boolean {
  const readAt = reader === 'sender' ? c.senderReadAt : c.recipientReadAt;
  return c.lastMessageAt <= at && (readAt === undefined || readAt < at);
}

function moneyWords({ price, money }: Conversation): string {
  if (price === ZERO) return 'Open it to see what happened.';
  return money.state === 'REFUNDED' ? 'Your money is on its way back.' : 'You were not charged.';
}

function hoursWords(milliseconds: number): string {
  const hours = Math.max(1, Math.round(milliseconds / HOUR));
  return hours === 1 ? 'One hour is' : `${hours} hours are`;
}

/** The words in which somebody is told who would like to chat with them, or took their invitation. */
export function contactNews(
  { type, detail: { userId, byUserId } }: Fact<'contact.invited' | 'contact.accepted'>,
  name: string,
): Notification {
  const invited = type === 'contact.invited';
  return {
    userId,
    title: invited ? 'An invitation to chat' : 'Your invitation was accepted',
    body: invited ? 'Somebody would like to chat with you.' : 'You can chat now.',
    open: invited
      ? { title: `${name} would like to chat with you`, body: 'Open it to accept.' }
      : { title: `${name} accepted your invitation`, body: 'You can chat now.' },
    path: invited ? '/dashboard' : '/contacts',
    tag: `contact:${byUserId}`,
    urgency: 'normal',
    goodFor: WEEK,
  };
}

/**
 * A message of a chat, to everybody in it but its writer and whoever has read it. Of several in a row the newest tells:
 * whoever wrote that one has read the others.
 */
export function chatNews(
  { id, name, direct, members, number: newest }: Room,
  message: {
    readonly number: number;
    readonly userId: string;
    readonly fullName: string;
    readonly content: string;
  },
): Notification[] {
  const { number, userId: writerId, fullName, content } = message;
  if (newest > number) return [];
  return Object.entries(members)
    .filter(([userId, read]) => userId !== writerId && read < number)
    .map(([userId]) => ({
      userId,
      title: 'A new chat message',
      body: 'Open it to read.',
      open: { title: direct ? fullName : `${fullName} in ${name}`, body: previewOf(content) },
      forMembers: true,
      path: `/chat-viewer/${id}`,
      tag: `chat:${id}`,
      urgency: 'high',
      goodFor: DAY,
    }));
}

/** What travels to a device: never empty. `id` is the fact's, so that what comes twice is known again. */
export type PushPayload = Words & {
  readonly id: string;
  readonly url: string;
  readonly tag: string;
};

const TITLE_MAX = 100;
const BODY_MAX = 160;

export function payloadOf(
  factId: string,
  { title, body, open, path, tag }: Notification,
  showText: boolean,
): PushPayload {
  const words = showText ? open : { title, body };
  return {
    id: factId,
    title: shortened(words.title, TITLE_MAX),
    body: shortened(words.body, BODY_MAX),
    url: path,
    tag,
  };
}

/** At most `max` characters; emoji and the like stay whole. */
function shortened(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/*
 * Notifications about an account: its payouts, plan, phone number and invitations. They contain no amounts, which only the
 * app shows.
 */

type AccountFact = Fact<(typeof ACCOUNT_FACTS)[number]>;

/** What a fact of an account is to its person. */
export function accountNews(fact: AccountFact): Notification {
  switch (fact.type) {
    case 'plan.renewalFailed':
    case 'plan.ended':
      return planNews(fact);
    case 'referral.earned':
    case 'referral.takenBack':
      return referralNews(fact);
    case 'user.phoneChangeAsked':
    case 'user.phoneChanged':
      return phoneNews(fact);
    default:
      return payoutNews(fact);
  }
}

/** The notification of a phone change. It does not contain the number, because it shows on the lock screen. */
function phoneNews({
  type,
  detail: { userId },
}: Fact<'user.phoneChangeAsked' | 'user.phoneChanged'>): Notification {
  const words =
    type === 'user.phoneChangeAsked'
      ? {
          title: 'Your phone number is about to change',
          body: 'It takes 72 hours. If this was not you, stop it now.',
        }
      : {
          title: 'Your phone number has changed',
          body: 'If this was not you, choose a new password and ask us for help.',
        };
  const about = { tag: 'phone', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/change-phone-number', ...about };
}

const planName = (plan: string) => PLAN_TERMS[plan as PaidPlan].name;

function planNews({
  type,
  detail: { userId, plan },
}: Fact<'plan.renewalFailed' | 'plan.ended'>): Notification {
  const words =
    type === 'plan.renewalFailed'
      ? {
          title: `${planName(plan)} could not be renewed`,
          body: 'Your card was declined. Check it to keep your plan.',
        }
      : { title: `Your ${planName(plan)} plan has ended`, body: 'You are on the Free plan now.' };
  const about = { tag: 'plan', urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/subscription', ...about };
}

function referralNews({
  type,
  detail: { userId, invitedUserId },
}: Fact<'referral.earned' | 'referral.takenBack'>): Notification {
  const words =
    type === 'referral.earned'
      ? { title: 'You earned a bonus for an invitation', body: 'It is in your balance.' }
      : {
          title: 'A bonus for an invitation was taken back',
          body: 'The payment behind it was given back or disputed.',
        };
  const about = { tag: `referral:${invitedUserId}`, urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/account-balance', ...about };
}

const PAYOUT_NEWS = {
  'payout.paid': {
    title: 'Your payout is paid',
    body: 'Stripe passes it on to your bank.',
    path: '/payouts',
  },
  'payout.waiting': {
    title: 'Your payout is waiting for your payout account',
    body: 'Set up payouts, and it goes out.',
    path: '/account-balance',
  },
  'payout.failed': {
    title: 'Your payout did not go through',
    body: 'We still owe it to you.',
    path: '/payouts',
  },
} as const;

/** What became of a payout, to whom it is paid. Amounts stay inside of the app. */
function payoutNews({
  type,
  detail: { userId, period },
}: Fact<keyof typeof PAYOUT_NEWS>): Notification {
  const { title, body, path } = PAYOUT_NEWS[type];
  const open = { title, body: `${periodInWords(period)}. ${body}` };
  const tag = `payout:${period}`;
  return { userId, title, body, open, path, tag, urgency: 'normal', goodFor: WEEK };
}

/** What a person without a device is told by text message instead. */
export const TEXTED_FACTS = [
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'conversation.reported',
] as const satisfies readonly FactType[];

/** The words of that message; `origin`: where the web app is. */
export function textOf(fact: Fact<(typeof TEXTED_FACTS)[number]>, origin: string): string {
  switch (fact.type) {
    case 'plan.renewalFailed':
      return `${PRODUCT_NAME}: your ${planName(fact.detail.plan)} plan could not be renewed, your card was declined. Check it at ${origin}/subscription`;
    case 'plan.ended':
      return `${PRODUCT_NAME}: your ${planName(fact.detail.plan)} plan has ended. You are on the Free plan. Plans: ${origin}/subscription`;
    case 'referral.earned':
      return `${PRODUCT_NAME}: you earned ${formatMoney(REFERRAL_BONUS)} for an invitation. See ${origin}/account-balance`;
    case 'conversation.reported':
      return `${PRODUCT_NAME}: a message you sent was reported and its payment was taken. See ${origin}/order-viewer/${fact.detail.conversationId}`;
  }
}
