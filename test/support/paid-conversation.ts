import type { OperationName } from '#shared/api/index.ts';

/**
 * How often each operation is called for one paid conversation, by both people: an estimate, from which the cost of a conversation
 * and the expected share of each route follow.
 */
export const CALLS_OF_CONVERSATION: { readonly [Name in OperationName]?: number } = {
  // One in five registers for it
  doesUsernameExist: 0.6,
  doesPhoneNumberExist: 0.2,
  createUser: 0.2,
  verifyUser: 0.2,
  saveFreeRegistration: 0.18,
  savePaidRegistration: 0.02,
  uploadUserAvatar: 0.1,
  updateUserProfile: 0.1,
  // Signing in, coming back
  authenticate: 0.3,
  refreshToken: 6,
  checkUser: 6,
  // Ten look at the profile, one pays
  viewUserProfile: 10,
  recordContactPress: 2,
  viewUserLinksById: 10,
  searchUsers: 0.5,
  // Writing and paying
  checkPendingInbox: 1.5,
  viewPaymentMethod: 1.5,
  getStripePublishableKey: 1,
  createInboxWithPayment: 0.6,
  createInbox: 0.4,
  confirmInboxPayment: 0.05,
  // The recipient looks, reads, answers nine times in ten
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
  // The sender waits, reads, asks once more
  viewOrderList: 5,
  viewOrder: 5,
  viewOrderMessages: 5,
  markOrderMessageAsRead: 1.8,
  createOrderMessage: 0.9,
  nudgeRecipient: 0.05,
  cancelOrder: 0.02,
  // One in ten goes on to a chat of twenty messages
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
};
