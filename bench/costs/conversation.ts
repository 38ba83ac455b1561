import type { OperationName } from '../../shared/api/index.ts';
import type { ScheduleName } from '../../shared/api/schedules.ts';

/*
 * What one paid conversation brings about, on both sides and before it: the assumptions of the cost estimate. They say how
 * often; what each asks of the table is measured (bench/operation-costs.ts).
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
    remindExpiring: 0.2,
    finishPayments: 0.02,
    reconcileLedger: 4,
    payOut: 0.2,
  },
};

/** Who does not call: schedules do their work in one call for many. */
export const NOT_CALLED: readonly string[] = Object.keys(CONVERSATION['What runs by itself'] ?? {});

export const ASSUMED = {
  /** What a person pays on average, in dollars. */
  price: 10,
  /** Of those who pay, how many are answered and so charged. */
  answered: 0.9,
  /** Codes and reminders, text messages each. */
  texts: 0.25,
  /** Facts that subscribers hear of, and how many subscribers hear of each. */
  facts: 6,
  subscribersEach: 1.5,
  /** What a subscriber asks of the table: devices looked up, places in lists moved. */
  subscriberReads: 1,
  subscriberWrites: 3,
  /** Deliveries of Stripe's, and what one asks of the table: was it applied, where does it stand, note it. */
  webhooks: 5,
  webhookReads: 3,
  webhookWrites: 2,
  /** Documents and files of the web app that CloudFront answers itself, and megabytes of all that goes out. */
  files: 40,
  megabytesOut: 2.5,
  /** Kilobytes that stay in the table, and of pictures. */
  kilobytesKept: 16,
  kilobytesOfPictures: 40,
  /** Milliseconds of a warm call: one that reads, one that writes, one that waits for Stripe, one that hashes a password. */
  milliseconds: { reads: 25, writes: 50, stripe: 900, hashes: 500 },
  megabytesOfMemory: 512,
  /** Of all calls, those that X-Ray records (its default rule), and those that read the secrets anew. */
  traced: 0.05,
  secretReadings: 0.02,
} as const;
