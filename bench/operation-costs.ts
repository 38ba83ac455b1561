import type { Cost } from '#lib/operator/consumed-capacity.ts';
import type { OperationName } from '#shared/api/index.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';

/*
 * The expected table requests and capacity units of the usual path of every operation, and of each schedule for one due
 * item. test/budget/operations.test.ts measures them: a change of a cost also changes its line here. Every call adds
 * latency and every unit costs money. Units are those of the table and its indexes together, as DynamoDB Local reports
 * them.
 *
 * `least`: the theoretical minimum of calls and units, each by itself, for the same effects and the same guarantees with
 * these items and indexes:
 * - A counter of a limit in the table, or of a cap on text messages, is one write.
 * - Whoever writes has a live session: the session and the account are read consistently before anything else, in one call
 *   with the items whose keys are known by then and that decide what is allowed and written (functions/storage/read-ahead.ts).
 * - A name, a code and a phone number lead to their account by a claim item, which is what keeps them unique: a read of its
 *   own before the account. In the same way a read whose key another read returns comes after it: a conversation that a
 *   message or a lock leads to, people of a list. A query is a call of its own.
 * - People are shown with their current names and pictures, and as contacts only while they are: a read for each of them.
 * - Before a request to Stripe one call writes what must survive a crash, and after it one call writes the outcome. The
 *   account is read again before its plan follows an answer of Stripe, because a webhook may have been faster.
 * - Items that must agree are one transaction, at two units per kilobyte, and a check in it costs as much as a write. A list
 *   entry that moves is deleted and put, at one unit each.
 * - New credentials end every session, also one that began meanwhile: sessions are looked for after the change.
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
    cost: of(7, 3, 11),
    least: of(6, 3, 11),
    why: 'Known devices are read once the caller has proved who they are, apart from the account: a wrong guess costs a read less.',
  },
  confirmPasswordReset: { cost: of(7, 3, 13) },
  correctPhoneNumber: { cost: of(5, 1, 12) },
  // A real (non-fictional) number adds three counters to the same transaction: 6 more write units.
  createUser: { cost: of(3, 0, 17) },
  doesPhoneNumberExist: { cost: of(2, 1, 1) },
  doesUsernameExist: { cost: of(1, 1, 0) },
  refreshToken: { cost: of(2, 2, 1) },
  requestPasswordReset: { cost: of(8, 2, 6) },
  resendVerificationCode: { cost: of(5, 2, 6) },
  sendOneTimeLoginCode: { cost: of(6, 1, 5) },
  signOut: { cost: of(2, 1, 1) },
  verifyOneTimeLogin: {
    cost: of(5, 2, 12),
    least: of(4, 2, 12),
    why: 'Known devices are read once the caller has proved who they are, apart from the account: a wrong guess costs a read less.',
  },
  verifyPasswordReset: { cost: of(4, 1, 3) },
  verifyUser: {
    cost: of(5, 2, 16),
    least: of(4, 2, 16),
    why: 'Known devices are read once the caller has proved who they are, apart from the account: a wrong guess costs a read less.',
  },
  // Passkeys and sessions
  beginPasskeyConfirmation: { cost: of(4, 3, 2) },
  beginPasskeyRegistration: { cost: of(4, 3, 2) },
  beginPasskeySignIn: { cost: of(2, 0, 2) },
  endOtherSessions: { cost: of(4, 4, 1) },
  endSession: { cost: of(3, 3, 1) },
  finishPasskeyConfirmation: { cost: of(4, 4, 6) },
  finishPasskeyRegistration: { cost: of(3, 3, 16) },
  finishPasskeySignIn: {
    cost: of(6, 4, 13),
    least: of(5, 4, 13),
    why: 'Known devices are read once the caller has proved who they are, apart from the account: a wrong guess costs a read less.',
  },
  removePasskey: { cost: of(5, 4, 13) },
  renamePasskey: { cost: of(2, 2, 1) },
  viewPasskeys: { cost: of(2, 2, 0) },
  viewSessions: { cost: of(3, 3, 0) },
  // The account
  viewAccountDeletion: { cost: of(6, 6, 0) },
  requestAccountDeletion: { cost: of(6, 5, 12) },
  cancelAccountDeletion: { cost: of(2, 2, 7) },
  viewInvitations: { cost: of(2, 2.5, 0) },
  requestExport: { cost: of(2, 2, 4) },
  viewExport: { cost: of(2, 3, 0) },
  checkUser: { cost: of(1, 2, 0) },
  updateUserProfile: { cost: of(2, 2, 4) },
  updateUserSocialLinks: { cost: of(2, 2, 1) },
  removeUserAvatar: { cost: of(2, 2, 1) },
  uploadUserAvatar: { cost: of(3, 3, 1) },
  updatePassword: { cost: of(5, 4, 11) },
  sendVerificationCode: { cost: of(4, 3, 6) },
  changePhoneNumber: { cost: of(6, 3, 19) },
  unsubscribeByEmail: { cost: of(3, 2, 1) },
  requestAccountRecovery: { cost: of(7, 3, 4) },
  sendRecoveryNumberCode: { cost: of(9, 3, 9) },
  recoverAccount: { cost: of(9, 3, 21) },
  viewEmail: { cost: of(2, 2, 0) },
  sendEmailCode: { cost: of(4, 2, 3) },
  confirmEmail: { cost: of(4, 2, 16) },
  removeEmail: { cost: of(3, 2, 11) },
  sendOldNumberCode: { cost: of(5, 2, 4) },
  stopSecurityStep: { cost: of(6, 4, 13) },
  viewSecurityStop: { cost: of(2, 2, 0) },
  stopPhoneChange: { cost: of(2, 2, 4) },
  updateUserTheme: { cost: of(2, 2, 1) },
  getStripePublishableKey: { cost: of(0, 0, 0) },
  saveFreeRegistration: { cost: of(2, 2, 4) },
  updateInboundSettings: { cost: of(2, 2, 4) },
  viewAccountBalance: { cost: of(1, 2, 0) },
  // Two reads: the account with 13 months, and the list of its days, which is empty for a new account.
  viewAnalytics: { cost: of(2, 7.5, 0) },
  // The counter is increased later, as for a view.
  recordContactPress: { cost: of(2, 1, 1) },
  viewReliability: { cost: of(1, 0.5, 0) },
  viewDashboardStats: { cost: of(1, 7, 0) },
  dismissAlert: { cost: of(2, 2, 1) },
  updateAvailability: { cost: of(2, 2, 4) },
  viewWaiting: { cost: of(2, 1.5, 0) },
  askForPlace: { cost: of(5, 6, 5) },
  updatePrompts: { cost: of(2, 2, 1) },
  updateTiers: { cost: of(2, 2, 4) },
  viewInboundSettings: { cost: of(1, 1, 0) },
  viewLedger: { cost: of(4, 2.5, 0) },
  viewPaymentMethod: { cost: of(1, 1, 0) },
  // The counter is increased later, for many views at once (functions/events/countViews.ts).
  viewUserProfile: { cost: of(3, 5, 1) },
  viewUserProfileByReferralCode: { cost: of(2, 4, 0) },
  // Plans and the card on file
  cancelSubscription: { cost: of(3, 3, 2) },
  savePaidRegistration: {
    cost: of(6, 3, 12),
    least: of(5, 3, 11),
    why: 'The customer at Stripe is kept before a card is attached to it: a write of its own.',
  },
  previewUpgrade: { cost: of(1, 2, 0) },
  viewPlanPayments: { cost: of(2, 3, 0) },
  removePaymentMethod: { cost: of(3, 2.5, 1) },
  updatePaymentMethod: { cost: of(3, 2, 2) },
  upgradeSubscription: { cost: of(4, 3, 8) },
  // Conversations
  cancelOrder: { cost: of(3, 3, 33) },
  checkPendingInbox: { cost: of(2, 2, 0) },
  confirmInboxPayment: { cost: of(4, 6, 24) },
  createInbox: { cost: of(4, 6, 44) },
  createInboxMessage: { cost: of(4, 3, 52) },
  createInboxWithPayment: {
    cost: of(5, 6, 47),
    least: of(4, 6, 43),
    why: 'The customer at Stripe is kept before the order begins: a write of its own, at half the units that it would cost in the transaction.',
  },
  createOrder: { cost: of(4, 6, 44) },
  createOrderMessage: { cost: of(4, 5, 26) },
  createSupportTicket: { cost: of(4, 4, 23) },
  viewVerification: { cost: of(2, 2, 0) },
  signAnswer: { cost: of(7, 7, 6) },
  reportContent: { cost: of(5, 4, 10) },
  viewStatements: { cost: of(1, 1, 0) },
  markStatementAsRead: { cost: of(4, 3, 2) },
  appealStatement: { cost: of(4, 3, 10) },
  viewBlockedStatements: { cost: of(1, 1, 0) },
  appealBlockedStatement: { cost: of(3, 1, 10) },
  closeInbox: { cost: of(2, 3, 21) },
  askForInformation: { cost: of(2, 3, 29) },
  giveInformation: { cost: of(2, 3, 29) },
  nudgeRecipient: { cost: of(2, 3, 6) },
  endClarification: { cost: of(2, 3, 22) },
  claimAnswer: { cost: of(3, 6, 31) },
  improveAnswer: { cost: of(2, 3, 25) },
  giveBackClaim: { cost: of(3, 3, 41) },
  contestClaim: { cost: of(2, 3, 24) },
  askForDecision: { cost: of(2, 3, 24) },
  withdrawClaim: { cost: of(2, 3, 27) },
  declineInbox: { cost: of(3, 3, 37) },
  markInboxAsRead: { cost: of(3, 4, 10) },
  markInboxAsReceived: { cost: of(2, 3, 4) },
  markInboxMessageAsRead: { cost: of(5, 4.5, 10) },
  markOrderMessageAsRead: { cost: of(5, 4.5, 10) },
  reportInbox: { cost: of(3, 3, 40) },
  viewConversationRecord: { cost: of(4, 5, 0) },
  viewInbox: { cost: of(2, 2.5, 0) },
  viewInboxList: { cost: of(2, 3, 0) },
  viewInboxMessages: { cost: of(3, 3, 0) },
  viewOrder: { cost: of(2, 2.5, 0) },
  viewOrderList: { cost: of(2, 3, 0) },
  viewOrderMessages: { cost: of(3, 3, 0) },
  // Drafts
  deleteDraft: { cost: of(2, 2, 2) },
  saveDraft: { cost: of(2, 2, 3) },
  viewDraft: { cost: of(1, 1, 0) },
  viewDrafts: { cost: of(3, 5.5, 0) },
  // Drafts of answers
  saveAnswerDraft: { cost: of(2, 3, 1) },
  // The conversation is in another partition: both are read at once.
  viewAnswerDraft: { cost: of(2, 2, 0) },
  // Saved replies
  createSavedReply: { cost: of(3, 3, 4) },
  deleteSavedReply: { cost: of(3, 3, 1) },
  updateSavedReply: { cost: of(3, 3, 1) },
  viewSavedReplies: { cost: of(1, 1, 0) },
  // Links
  createUserLink: { cost: of(3, 3, 4) },
  deleteUserLink: { cost: of(3, 3, 1) },
  updateUserLink: { cost: of(3, 3, 1) },
  updateUserLinkPosition: { cost: of(3, 3, 1) },
  viewUserLinks: { cost: of(1, 1, 0) },
  recordLinkClick: { cost: of(3, 1.5, 1) },
  viewLinkClicks: { cost: of(1, 0.5, 0) },
  verifyLink: { cost: of(4, 3, 6) },
  viewUserLinksById: { cost: of(2, 1.5, 0) },
  // People
  searchUsers: { cost: of(4, 9, 0) },
  browseCreators: { cost: of(2, 5, 0) },
  // Contacts
  hasUserContacts: { cost: of(1, 1, 0) },
  viewTopUserContacts: { cost: of(2, 2.5, 0) },
  viewUserContacts: { cost: of(2, 2.5, 0) },
  viewUserContactRequests: { cost: of(2, 1, 0) },
  createChatInvite: { cost: of(5, 6.5, 20) },
  acceptUserContact: { cost: of(2, 5, 23) },
  rejectUserContact: { cost: of(2, 2, 5) },
  removeUserContact: { cost: of(2, 2, 12) },
  blockUser: { cost: of(2, 5, 15) },
  unblockUser: { cost: of(2, 2, 5) },
  updateContactPrice: { cost: of(2, 2, 5) },
  viewContactPrices: { cost: of(2, 3.5, 0) },
  viewBlockedUsers: { cost: of(2, 2.5, 0) },
  // Notifications
  getPushPublicKey: { cost: of(0, 0, 0) },
  savePushSubscription: { cost: of(1, 4, 0) },
  deletePushSubscription: { cost: of(2, 2, 4) },
  viewNotificationSettings: { cost: of(1, 1, 0) },
  updateNotificationSettings: { cost: of(2, 3, 1) },
  // Chat
  viewMissedMessages: { cost: of(2, 1, 0) },
  createDirectChat: { cost: of(3, 5, 11) },
  createGroupChat: { cost: of(4, 11, 22) },
  leaveChat: { cost: of(2, 3, 9) },
  addChatMembers: { cost: of(4, 10, 12) },
  removeChatMember: { cost: of(2, 4, 9) },
  renameChat: { cost: of(3, 3, 7) },
  updateChatPhoto: { cost: of(3, 4, 9) },
  muteChat: { cost: of(2, 2, 1) },
  viewChat: { cost: of(2, 2, 0) },
  viewChatParticipants: { cost: of(2, 3.5, 0) },
  viewChatList: { cost: of(2, 2.5, 0) },
  createChatMessage: { cost: of(3, 3, 11) },
  createChatPicture: { cost: of(5, 7, 11) },
  // The chat and the message are read before and after, to tell others what is stored; and the members, who get hints.
  editChatMessage: { cost: of(7, 8, 5) },
  deleteChatMessage: { cost: of(6, 7, 5) },
  reactToChatMessage: { cost: of(7, 8, 5) },
  viewChatMessages: { cost: of(2, 1.5, 0) },
  viewChatMessagesSince: { cost: of(1, 0.5, 0) },
  searchChatMessages: { cost: of(3, 1.5, 0) },
  markChatAsTyping: { cost: of(3, 1.5, 1) },
  removeChatAsTyping: { cost: of(2, 0.5, 1) },
  createChatRead: { cost: of(1, 0, 1) },
  // Payouts
  viewPayouts: { cost: of(1, 1, 0) },
  viewPayoutAccount: { cost: of(2, 5, 0) },
  createPayoutSetupLink: { cost: of(4, 3, 8) },
  // The desk
  viewDeskQueues: { cost: of(19, 53, 0) },
  viewDeskQueue: { cost: of(37, 104.5, 0) },
  viewDeskCase: { cost: of(32, 23.5, 4) },
  viewDeskPerson: { cost: of(39, 28.5, 4) },
  viewDeskConversation: { cost: of(21, 18, 4) },
  decideCase: { cost: of(15, 12.5, 18) },
  decideReview: { cost: of(14, 11, 32) },
  refundConversation: { cost: of(14, 11, 40) },
  refundConversationPart: { cost: of(13, 10, 40) },
  releaseHeldPayout: { cost: of(9, 10, 1) },
  deskBlockUser: { cost: of(16, 11, 21) },
  deskUnblockUser: { cost: of(9, 8, 1) },
  answerTicket: { cost: of(12, 10, 31) },
  decideClaim: { cost: of(16, 17, 36) },
  withdrawProposal: { cost: of(5, 6, 8) },
  addCaseNote: { cost: of(4, 4, 7) },
  viewCareCase: { cost: of(14, 11, 4) },
  decideCare: { cost: of(16, 12.5, 18) },
  findAtDesk: { cost: of(9, 7, 2) },
  markDeskItemAsOpen: { cost: of(5, 6, 4) },
  removeDeskItemAsOpen: { cost: of(2, 3, 0) },
  skipDeskItem: { cost: of(5, 4, 7) },
  viewDeskColleagues: { cost: of(4, 4.5, 0) },
  handOverDeskItem: { cost: of(5, 4, 9) },
  // Schedules, for one due item
  payOut: {
    cost: of(6, 6.5, 20),
    least: of(6, 5.5, 20),
    why: 'A payout is read again before it is sent, whoever decided it.',
  },
  remindExpiring: { cost: of(4, 3, 6) },
  deliverPostponed: { cost: of(10, 8.5, 4) },
  recheckLinks: { cost: of(2, 2, 5) },
  expireConversations: { cost: of(3, 1, 35) },
  finishPayments: { cost: of(4, 3, 18) },
  watchPayouts: { cost: of(0, 0, 0) },
  reconcileLedger: { cost: of(2, 2, 0) },
  // The block of the account, after 14 days.
  deleteAccounts: { cost: of(12, 10.333333333333334, 23) },
  // A block after which nothing was left to end.
  finishBlocks: { cost: of(-2.3333333333333335, -2.3333333333333335, -0.3333333333333333) },
  publishReliability: { cost: of(0, 0, 0) },
};
