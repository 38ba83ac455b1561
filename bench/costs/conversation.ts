import type { OperationName } from '#shared/api/index.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';
import { MINUTE } from '#shared/time.ts';

/*
 * The assumptions of the cost estimate: how often each operation is called for one paid conversation, by both users.
 * The cost of each call is measured (bench/operation-costs.ts).
 */

export const CONVERSATION: {
  readonly [Part in string]: { readonly [Name in OperationName | ScheduleName]?: number };
} = {
  'One in five registers for it': {
    doesUsernameExist: 0.6,
    doesPhoneNumberExist: 0.2,
    createUser: 0.2,
    verifyUser: 0.2,
    saveFreeRegistration: 0.18,
    savePaidRegistration: 0.02,
    uploadUserAvatar: 0.1,
    updateUserProfile: 0.1,
  },
  'Signing in, coming back': { authenticate: 0.3, refreshToken: 6, checkUser: 6 },
  'Ten look at the profile, one pays': {
    viewUserProfile: 10,
    recordContactPress: 2,
    viewUserLinksById: 10,
    searchUsers: 0.5,
  },
  'Writing and paying': {
    checkPendingInbox: 1.5,
    viewPaymentMethod: 1.5,
    getStripePublishableKey: 1,
    createInboxWithPayment: 0.6,
    createInbox: 0.4,
    confirmInboxPayment: 0.05,
  },
  'The recipient looks, reads, answers nine times in ten': {
    viewDashboardStats: 5,
    viewAnalytics: 0.2,
    viewInboxList: 5,
    viewInbox: 4,
    viewInboxMessages: 4,
    markInboxAsReceived: 1,
    markInboxAsRead: 1,
    markInboxMessageAsRead: 2,
    createInboxMessage: 1.8,
    declineInbox: 0.03,
    closeInbox: 0.6,
  },
  'The sender waits, reads, asks once more': {
    viewOrderList: 5,
    viewOrder: 5,
    viewOrderMessages: 5,
    markOrderMessageAsRead: 1.8,
    createOrderMessage: 0.9,
    nudgeRecipient: 0.05,
    cancelOrder: 0.02,
  },
  'One in ten goes on to a chat of twenty messages': {
    createChatInvite: 0.1,
    acceptUserContact: 0.1,
    createDirectChat: 0.1,
    viewChatList: 0.5,
    viewChat: 0.5,
    viewChatMessages: 0.5,
    viewChatMessagesSince: 20,
    createChatMessage: 2,
    createChatRead: 1.5,
    markChatAsTyping: 1,
    removeChatAsTyping: 1,
  },
  'What runs by itself': {
    expireConversations: 0.05,
    // The four stages of an order that is answered after six days on average are less than two.
    remindExpiring: 1.5,
    deliverPostponed: 0.1,
    recheckLinks: 0.01,
    finishPayments: 0.02,
    reconcileLedger: 4,
    payOut: 0.2,
  },
};

/** The groups that are not API calls: a schedule handles many items in one invocation. */
export const UNCALLED_OPERATIONS: readonly string[] = Object.keys(
  CONVERSATION['What runs by itself'] ?? {},
);

export const ASSUMED = {
  /** The average price of a message, in dollars. */
  price: 10,
  /** The share of paid messages that are answered, and therefore charged. */
  answered: 0.9,
  /** The number of text messages with codes: one for each registration, and those of sign-ins and new phone numbers. */
  codes: 0.22,
  /** The number of notifications: of conversations, payouts and plans (docs/product/notifications.md). */
  notifications: 4,
  /** How many of them are about the account, and a text message to people without a device that gets push. */
  ofAccount: 0.03,
  /** The share of people who have a device that gets push. */
  withDevice: 0.6,
  /** The writes of counters of visits, in total and by day; each adds the visits of about a minute. */
  viewCounterWrites: 11,
  /** The number of domain events, and the average number of subscribers of each. */
  domainEvents: 6,
  subscribersEach: 2.8,
  /** Capacity units per subscriber run: looking up devices, updating chat lists. */
  subscriberReads: 1,
  subscriberWrites: 1.8,
  /** The connections to live hints and the minutes of each, the published hints, and how many of them reach an open screen. */
  connections: 6,
  minutesConnected: 5,
  hints: 16,
  hintsDelivered: 6,
  /**
   * The number of Stripe webhooks, and the capacity units of each: checks whether it was processed, reads the
   * payment, records it.
   */
  webhooks: 5,
  webhookReads: 3,
  webhookWrites: 2,
  /** The number of web app files that CloudFront serves from S3, and the megabytes of all responses. */
  files: 40,
  megabytesOut: 2.5,
  /** Stored kilobytes: in the table, and of pictures. */
  kilobytesKept: 16,
  kilobytesOfPictures: 40,
  /**
   * The duration of a warm call in milliseconds, by what it does: reads, writes, waits for Stripe, or hashes a
   * password.
   */
  milliseconds: { reads: 25, writes: 50, stripe: 900, hashes: 500 },
  megabytesOfMemory: 512,
  /** The share of calls that X-Ray samples (its default rule), and the share that loads the secrets again. */
  traced: 0.05,
  secretReadings: 0.02,
} as const;

/** The assumptions about an hour in which a person looks at a chat. The chats are examples. */
export const CHAT_HOUR = {
  chats: {
    'two people, silent': { members: 2, looking: 2, messages: 0 },
    'two people, twenty messages': { members: 2, looking: 2, messages: 20 },
    'two people, two messages a minute': { members: 2, looking: 2, messages: 120 },
    'ten people, five of them looking, sixty messages': { members: 10, looking: 5, messages: 60 },
    'fifty people, ten of them looking, silent': { members: 50, looking: 10, messages: 0 },
    'fifty people, ten of them looking, sixty messages': { members: 50, looking: 10, messages: 60 },
  },
  /** Connections in the hour; a subscription for each period; how often (ms) the app asks for what hints left out. */
  connections: 1,
  subscribesEvery: 10 * MINUTE,
  catchUpEvery: MINUTE,
  /** Hints about typing for each message: while it is written, and at its end. */
  typingHints: 3,
  /** The capacity units of a decision of the authorizer: account and session, strongly consistent. */
  decisionReads: 2,
  publishMilliseconds: 50,
  kilobytesOfPoll: 1,
} as const;
