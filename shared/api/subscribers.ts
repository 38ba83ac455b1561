import { DOMAIN_EVENT_TYPES, type DomainEventType } from '../domain-events.ts';
import { ANALYTICS_EVENTS } from '../rules/analytics/day-counts.ts';
import { PLACE_EVENTS } from '../rules/conversations/availability.ts';
import { HINTED_EVENTS } from '../rules/live/hinted-events.ts';
import { EMAILED_EVENTS } from '../rules/notifications/emailed-events.ts';
import { NOTIFIED_EVENTS } from '../rules/notifications/notifications.ts';
import { TEXTED_EVENTS } from '../rules/notifications/text-messages.ts';
import { OUTCOME_EVENTS } from '../rules/profiles/odds.ts';
import { RELIABILITY_EVENTS } from '../rules/profiles/reliability.ts';
import { MOVES_MONEY } from './moves-money.ts';
import type { Use } from './operation.ts';

/** A subscriber to domain events on the event bus. It gets each event at least once, in any order. */
export type Subscriber = {
  readonly name: string;
  readonly events: readonly DomainEventType[];
  readonly uses: readonly Use[];
  /** It reads all data of a person: it may run for five minutes, with a gigabyte of memory. */
  readonly isLarge?: true;
  /** The effect of its failure on people: the text of its alarm. */
  readonly impact: string;
};

/** The subscribers by name; each has its handler in functions/events/. */
export const subscribers = {
  measureBusiness: {
    name: 'measureBusiness',
    events: DOMAIN_EVENT_TYPES,
    uses: [],
    impact: 'The business metrics and their alarms are not updated; people notice nothing.',
  },
  endBlockedConversations: {
    name: 'endBlockedConversations',
    events: ['contact.blocked'],
    uses: [...MOVES_MONEY, 'chats.write'],
    impact:
      'Paid letters that were pending when one person blocked the other stay pending until their deadline, both stay in the groups that they are both in, and their thank-yous stay on each other’s profile; blocks themselves work.',
  },
  withdrawPublicAnswers: {
    name: 'withdrawPublicAnswers',
    events: ['contact.blocked', 'user.deletionRequested', 'user.named'],
    uses: ['accounts.read', 'conversations.write', 'events.append', 'publicAnswers.read'],
    impact:
      'Public answers of people who blocked each other, or who are leaving, are hidden and not withdrawn: after an unblocking or a canceled deletion they would be public again.',
  },
  indexPublicAnswers: {
    name: 'indexPublicAnswers',
    events: ['conversation.published', 'conversation.publicEnded'],
    uses: ['conversations.read', 'publicAnswers.index'],
    impact: 'Search does not find new public answers; their pages and profiles show them.',
  },
  tellOldNumber: {
    name: 'tellOldNumber',
    events: [
      'user.passwordReset',
      'user.passwordChanged',
      'user.phoneChangeAsked',
      'user.phoneChanged',
      'user.emailChanged',
      'user.passkeyAdded',
      'user.passkeyRemoved',
      'user.payoutSetUp',
    ],
    uses: ['accounts.read', 'textReceipts.write', 'hashKey', 'sms'],
    impact:
      'People whose password, phone number, email address, passkeys or payouts change are not warned by text message; the change itself works, and the email still stops it.',
  },
  askForPayoutAccount: {
    name: 'askForPayoutAccount',
    events: ['payout.waiting'],
    uses: ['accounts.write', 'devices.read', 'postponed.write', 'sms'],
    impact:
      'People who are owed money and have not set up payouts get no text message; the money waits for them.',
  },
  textPeople: {
    name: 'textPeople',
    events: TEXTED_EVENTS,
    uses: [
      'accounts.read',
      'conversations.read',
      'devices.read',
      'postponed.write',
      'textReceipts.write',
      'suppressedEmails.read',
      'limits.count',
      'sms',
    ],
    impact:
      'People without push notifications and without an email address get no text message of paid letters, answers, decisions about their money, deadlines and stopped changes of their account; the app shows it.',
  },
  emailPeople: {
    name: 'emailPeople',
    events: EMAILED_EVENTS,
    uses: [
      'accounts.read',
      'conversations.read',
      'odds.read',
      'chats.read',
      'devices.read',
      'emailReceipts.write',
      'suppressedEmails.read',
      'hashKey',
      'email.send',
    ],
    impact:
      'People get no receipts by email, and no emails about what no device could show; the app shows all of it.',
  },
  makeExport: {
    name: 'makeExport',
    events: ['export.requested'],
    uses: [
      'accounts.write',
      'conversations.read',
      'chats.read',
      'ledger.read',
      'publicAnswers.read',
      'attachments.read',
      'events.append',
      'exports.keep',
      'chatPictures.read',
    ],
    isLarge: true,
    impact: 'People do not get the copy of their data that they asked for.',
  },
  indexPeople: {
    name: 'indexPeople',
    events: ['user.named', 'user.listingChanged'],
    uses: ['accounts.read', 'odds.read', 'search.write'],
    impact:
      'Search and browsing do not find new people, names, bios and prices; their profiles work.',
  },
  orderContacts: {
    name: 'orderContacts',
    events: ['user.named', 'chat.messageSent'],
    uses: ['accounts.read', 'contacts.move'],
    impact:
      'Contact lists are sorted by old names and older chats; the contacts themselves are shown correctly.',
  },
  moveChats: {
    name: 'moveChats',
    events: ['chat.messageSent', 'chat.changed'],
    uses: ['chats.read', 'chats.move'],
    impact:
      'Chats with new messages do not move up in lists of more than one page; the messages are there.',
  },
  recordOutcomes: {
    name: 'recordOutcomes',
    events: OUTCOME_EVENTS,
    uses: ['accounts.read', 'conversations.read', 'odds.read', 'odds.write', 'search.write'],
    impact:
      'Profiles, payment pages and the order of browsing do not count the newest answers and expired messages; orders and payments work.',
  },
  offerPlaces: {
    name: 'offerPlaces',
    events: PLACE_EVENTS,
    uses: ['accounts.write', 'events.append'],
    impact:
      'People who asked to be told of a place are not told; they can still write as soon as there is one.',
  },
  countReliability: {
    name: 'countReliability',
    events: RELIABILITY_EVENTS,
    uses: ['conversations.read', 'reliability.count'],
    impact: 'The reliability page does not count the newest orders; orders and payments work.',
  },
  countAnalytics: {
    name: 'countAnalytics',
    events: ANALYTICS_EVENTS,
    uses: ['conversations.read', 'analytics.count'],
    impact: 'Analytics do not count the newest paid letters; orders and payments work.',
  },
  publishHints: {
    name: 'publishHints',
    events: HINTED_EVENTS,
    uses: ['accounts.read', 'chats.read', 'live', 'hashKey'],
    impact: 'Open screens do not move by themselves; within a minute they ask for what is new.',
  },
  notifyDevices: {
    name: 'notifyDevices',
    events: NOTIFIED_EVENTS,
    uses: [
      'accounts.read',
      'conversations.read',
      'chats.read',
      'devices.write',
      'postponed.write',
      'push',
    ],
    impact:
      'People get no push notifications of messages, answers, refunds and payouts; the app shows all of them.',
  },
} as const satisfies Record<string, Subscriber>;

export type SubscriberName = keyof typeof subscribers;
