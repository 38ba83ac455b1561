import type { OperationName } from '../shared/api/index.ts';
import type { ScheduleName } from '../shared/api/schedules.ts';
import type { Cost } from './meter.ts';

/*
 * The expected table requests and capacity units of the usual path of every operation, and of each schedule for one due
 * item. test/budget/operations.test.ts measures them: a change of a cost also changes its line here. Every call adds
 * latency and every unit costs money. Units are those of the table and its indexes together, as DynamoDB Local reports
 * them.
 *
 * `least`: the theoretical minimum of calls and units, each by itself, for the same effects with these items and
 * indexes. It assumes that every rate limit and every cap on text messages is one write; that a screen is read in one
 * call; that a change is written in one call before the request to Stripe and one after it; that items which must agree
 * are one transaction, at two units per kilobyte; and that a list entry that moves is deleted and put, at one unit each.
 *
 * Operations that write for a caller first read whether the session is live (functions/auth/live-session.ts): the
 * session and the account in one consistent call of two units. The least cost includes this read.
 *
 * DynamoDB Local charges as DynamoDB documents it, with two exceptions: it charges index entries written in a
 * transaction once, not twice, and it reports no units for a failed condition (no usual path has one).
 */

/** `why`: the reason why `cost` is above `least`; undefined if they are equal. */
export type Line = { readonly cost: Cost; readonly least?: Cost; readonly why?: string };

const of = (calls: number, reads: number, writes: number): Cost => ({ calls, reads, writes });

export const OPERATION_COSTS: { readonly [Name in OperationName | ScheduleName]: Line } = {
  // Signing in
  authenticate: {
    cost: of(7, 3, 9),
    least: of(6, 2, 7),
    why: 'The name leads to the account by a claim item, which is what keeps names unique: one read more. The account is written too, on condition that the password is still the one that was compared.',
  },
  confirmPasswordReset: {
    cost: of(6, 2, 9),
    least: of(5, 1, 9),
    why: 'Open sessions are looked for after the change, so that one that began meanwhile is found: a read, though there is none.',
  },
  correctPhoneNumber: { cost: of(6, 1, 13) },
  // A real (non-fictional) number adds three counters to the same transaction: 6 more write units.
  createUser: { cost: of(3, 0, 17) },
  doesPhoneNumberExist: { cost: of(3, 1, 2) },
  doesUsernameExist: { cost: of(2, 1, 1) },
  refreshToken: { cost: of(3, 2, 2) },
  requestPasswordReset: {
    cost: of(8, 2, 6),
    least: of(7, 1, 6),
    why: 'The name leads to the account by a claim item, which is what keeps names unique: one read more.',
  },
  resendVerificationCode: { cost: of(5, 2, 6) },
  sendOneTimeLoginCode: { cost: of(6, 1, 5) },
  signOut: {
    cost: of(3, 1, 2),
    least: of(2, 0, 2),
    why: 'It is looked for devices that this session is told on; most have none, and one that has goes with it.',
  },
  verifyOneTimeLogin: {
    cost: of(5, 2, 10),
    least: of(5, 2, 8),
    why: 'The account is written with the session, on condition that its password is still the same.',
  },
  verifyPasswordReset: { cost: of(3, 0, 3) },
  verifyUser: { cost: of(5, 2, 16) },
  // The account
  checkUser: { cost: of(1, 2, 0) },
  updateUserProfile: { cost: of(4, 3, 2) },
  updateUserSocialLinks: { cost: of(3, 2, 2) },
  uploadUserAvatar: { cost: of(3, 2, 2) },
  updatePassword: {
    cost: of(6, 4, 8),
    least: of(5, 3, 8),
    why: 'Open sessions are looked for after the change, so that one that began meanwhile is found: a read.',
  },
  sendVerificationCode: { cost: of(7, 4, 7) },
  changePhoneNumber: {
    cost: of(8, 4, 20),
    least: of(7, 3, 20),
    why: 'Open sessions are looked for after the change, so that one that began meanwhile is found: a read.',
  },
  sendOldNumberCode: { cost: of(7, 3, 5) },
  stopPhoneChange: { cost: of(4, 3, 5) },
  updateUserTheme: { cost: of(3, 2, 2) },
  getStripePublishableKey: { cost: of(0, 0, 0) },
  saveFreeRegistration: { cost: of(3, 2, 5) },
  updateInboundSettings: { cost: of(3, 2, 2) },
  viewAccountBalance: { cost: of(1, 2, 0) },
  viewDashboardStats: { cost: of(1, 6, 0) },
  dismissAlert: { cost: of(3, 2, 2) },
  viewInboundSettings: { cost: of(1, 1, 0) },
  viewLedger: { cost: of(2, 1.5, 0) },
  viewPaymentMethod: { cost: of(1, 1, 0) },
  viewUserProfile: {
    cost: of(5, 3.5, 5),
    least: of(3, 2.5, 5),
    why: 'The name leads to the account by a claim item, which is what keeps names unique: one read more. Whether this visitor was counted today, and the profile, are read at once but apart: one call more.',
  },
  viewUserProfileByReferralCode: {
    cost: of(3, 3, 1),
    least: of(2, 2, 1),
    why: 'The code leads to the account by a claim item, which is what keeps codes unique: one call and one read more.',
  },
  // Plans and the card on file
  cancelSubscription: {
    cost: of(5, 4, 3),
    least: of(4, 3, 3),
    why: 'The account is read again before the provider is asked how it ended, because its webhook may have been faster.',
  },
  savePaidRegistration: {
    cost: of(8, 5, 10),
    least: of(5, 3, 9),
    why: "The provider's customer, and what is registered, are kept before anybody is asked for money. The account is read again before the provider is asked how that stands and what came of it, because its webhook may have been faster.",
  },
  updatePaymentMethod: { cost: of(4, 3, 2) },
  upgradeSubscription: {
    cost: of(5, 4, 6),
    least: of(4, 3, 6),
    why: 'The account is read again before the provider is asked what came of it, because its webhook may have been faster.',
  },
  // Conversations
  cancelOrder: {
    cost: of(6, 4, 32),
    least: of(5, 3, 32),
    why: 'The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  checkPendingInbox: {
    cost: of(2, 2, 0),
    least: of(1, 1, 0),
    why: 'The lock of the pair names the conversation; its status stands in the conversation alone.',
  },
  confirmInboxPayment: {
    cost: of(6, 5, 25),
    least: of(5, 4, 25),
    why: 'Both people are read as they are called and look now: one may be blocked since. The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  createInbox: {
    cost: of(8, 6, 41),
    least: of(6, 5, 41),
    why: 'The Idempotency-Key is looked up before the two people are read, so that a repeated tap asks nothing else. The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  createInboxMessage: {
    cost: of(7, 5, 48),
    least: of(5, 4, 48),
    why: 'The plan of the recipient and the conversation are read apart. The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  createInboxWithPayment: {
    cost: of(9, 6, 44),
    least: of(6, 5, 43),
    why: "The Idempotency-Key is looked up before the two people are read, so that a repeated tap asks nothing else. The conversation is read again once the provider has answered, because its webhook may have been faster. The provider's customer is kept before anybody is asked for money: a write of its own.",
  },
  createOrder: {
    cost: of(8, 6, 41),
    least: of(6, 5, 41),
    why: 'The Idempotency-Key is looked up before the two people are read, so that a repeated tap asks nothing else. The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  createOrderMessage: { cost: of(4, 3, 24) },
  createSupportTicket: {
    cost: of(6, 5, 25),
    least: of(5, 4, 25),
    why: 'The support account is found by its name, which leads to it by a claim item.',
  },
  closeInbox: {
    cost: of(4, 3, 22),
    least: of(3, 2, 22),
    why: 'It is read before it is closed, so that it is refused to whoever may not close it.',
  },
  declineInbox: {
    cost: of(6, 4, 36),
    least: of(5, 3, 36),
    why: 'The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  markInboxAsRead: {
    cost: of(3, 3, 10),
    least: of(2, 2, 10),
    why: 'It is read before it is marked, so that a stranger, or a mark that is there already, writes nothing.',
  },
  markInboxAsReceived: {
    cost: of(3, 3, 4),
    least: of(2, 2, 4),
    why: 'It is read before it is marked, so that a stranger, or a mark that is there already, writes nothing.',
  },
  markInboxMessageAsRead: {
    cost: of(4, 3.5, 10),
    least: of(3, 2.5, 10),
    why: 'It is read before it is marked, so that a stranger, or a mark that is there already, writes nothing.',
  },
  markOrderMessageAsRead: {
    cost: of(4, 3.5, 10),
    least: of(3, 2.5, 10),
    why: 'It is read before it is marked, so that a stranger, or a mark that is there already, writes nothing.',
  },
  reportInbox: {
    cost: of(6, 4, 39),
    least: of(5, 3, 39),
    why: 'The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  viewInbox: {
    cost: of(2, 2.5, 0),
    least: of(1, 1, 0),
    why: 'Both people are read as they are called now: the names that the conversation began with may be other people’s. With them comes whether they are contacts.',
  },
  viewInboxList: {
    cost: of(3, 3.5, 0),
    least: of(2, 2.5, 0),
    why: 'The total is read consistently, so that it counts what the person did a moment ago. The other sides are read as they are called and look now: one may be blocked since.',
  },
  viewInboxMessages: {
    cost: of(3, 3, 0),
    least: of(1, 1, 0),
    why: 'Whether the caller may see the messages is decided on the conversation, read before them; both people are read as they are called now.',
  },
  viewOrder: {
    cost: of(2, 2.5, 0),
    least: of(1, 1, 0),
    why: 'Both people are read as they are called now: the names that the conversation began with may be other people’s. With them comes whether they are contacts.',
  },
  viewOrderList: {
    cost: of(3, 3.5, 0),
    least: of(2, 2.5, 0),
    why: 'The total is read consistently, so that it counts what the person did a moment ago. The other sides are read as they are called and look now: one may be blocked since.',
  },
  viewOrderMessages: {
    cost: of(3, 3, 0),
    least: of(1, 1, 0),
    why: 'Whether the caller may see the messages is decided on the conversation, read before them; both people are read as they are called now.',
  },
  // Drafts
  deleteDraft: { cost: of(3, 2, 3) },
  saveDraft: { cost: of(3, 2, 4) },
  viewDraft: { cost: of(1, 1, 0) },
  viewDrafts: {
    cost: of(3, 3.5, 0),
    least: of(2, 2.5, 0),
    why: 'The index may lag and holds no text, so each draft is read by itself, for certain: none that was just discarded is shown.',
  },
  // Links
  createUserLink: { cost: of(4, 3, 5) },
  deleteUserLink: { cost: of(4, 3, 2) },
  updateUserLink: { cost: of(4, 3, 2) },
  updateUserLinkPosition: { cost: of(4, 3, 2) },
  viewUserLinks: { cost: of(1, 1, 0) },
  viewUserLinksById: { cost: of(3, 1.5, 1) },
  // People
  searchUsers: { cost: of(4, 5.5, 1) },
  // Contacts
  hasUserContacts: { cost: of(1, 1, 0) },
  viewTopUserContacts: {
    cost: of(3, 3, 0),
    least: of(2, 1, 0),
    why: 'People are read as they are called and look now; the total is read consistently, so that it counts what the person did a moment ago.',
  },
  viewUserContacts: {
    cost: of(3, 3, 0),
    least: of(2, 1, 0),
    why: 'People are read as they are called and look now; the total is read consistently, so that it counts what the person did a moment ago.',
  },
  viewUserContactRequests: {
    cost: of(2, 1, 0),
    least: of(1, 0.5, 0),
    why: 'People are read as they are called and look now.',
  },
  createChatInvite: {
    cost: of(6, 6.5, 21),
    least: of(5, 3.5, 21),
    why: 'Both people and both ends of what stands between them are read first: who was invited by the other one accepts by inviting. Which conversation is open between them is asked of an index at the same time, apart: one call more.',
  },
  acceptUserContact: {
    cost: of(4, 6, 24),
    least: of(4, 4, 24),
    why: 'Both ends are read before they change, so that it is refused where nobody asked.',
  },
  rejectUserContact: {
    cost: of(4, 3, 6),
    least: of(3, 2, 6),
    why: 'It is read before it changes, so that it is refused where nobody asked, and the second time writes nothing.',
  },
  removeUserContact: { cost: of(3, 2, 13) },
  // Notifications
  getPushPublicKey: { cost: of(0, 0, 0) },
  savePushSubscription: { cost: of(3, 4, 1) },
  deletePushSubscription: { cost: of(3, 2, 5) },
  // Chat
  createDirectChat: {
    cost: of(4, 5, 11),
    least: of(4, 3, 11),
    why: 'The contact, and the chat that may be there already, are read with the other one’s name, so that a second tap writes nothing.',
  },
  createGroupChat: { cost: of(4, 6, 20) },
  leaveChat: {
    cost: of(4, 3, 6),
    least: of(3, 2, 6),
    why: 'It is read before it is left, so that a chat of two people is refused with a sentence.',
  },
  viewChat: {
    cost: of(2, 2, 0),
    least: of(1, 2, 0),
    why: 'Who the other one is stands in the room, which is read before them.',
  },
  viewChatParticipants: {
    cost: of(2, 3.5, 0),
    least: of(1, 3.5, 0),
    why: 'Who is in it stands in the room, which is read before them.',
  },
  viewChatList: { cost: of(2, 2.5, 0) },
  createChatMessage: { cost: of(4, 3, 11) },
  viewChatMessages: {
    cost: of(2, 1.5, 0),
    least: of(1, 1, 0),
    why: 'The writers are read as they are called now.',
  },
  viewChatMessagesSince: { cost: of(1, 0.5, 0) },
  markChatAsTyping: {
    cost: of(3, 1.5, 1),
    least: of(2, 1, 1),
    why: 'The portrait is read when somebody begins to write; while they go on, it stands in their mark.',
  },
  removeChatAsTyping: { cost: of(2, 0.5, 1) },
  createChatRead: { cost: of(2, 0, 2) },
  // Payouts
  viewPayouts: { cost: of(1, 1, 0) },
  viewPayoutAccount: { cost: of(2, 4, 0) },
  createPayoutSetupLink: { cost: of(5, 4, 2) },
  // Schedules, for one due item
  payOut: {
    cost: of(7, 8.5, 20),
    least: of(3, 2, 20),
    why: 'Of somebody new, the payouts and the ledger are read for signs of a stolen card, and each paid answer and the account only if they earned $100.00. The payout is read again before it is sent, whoever decided it; the balance is read again after that, because a run that is late has another month to decide. With each of them it is read whether the person is blocked.',
  },
  remindExpiring: { cost: of(2, 1, 5) },
  expireConversations: {
    cost: of(4, 2, 35),
    least: of(3, 1, 35),
    why: 'The conversation is read again once the provider has answered, because its webhook may have been faster.',
  },
  finishPayments: {
    cost: of(5, 3, 14),
    least: of(3, 1, 14),
    why: 'It is read before the provider is asked, before it is undone, and before it is written that the hold is gone: each may have been overtaken.',
  },
  watchPayouts: { cost: of(0, 0, 0) },
  reconcileLedger: { cost: of(2, 2, 0) },
};
