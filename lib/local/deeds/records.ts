import type { Caller, CallOptions, Fields } from './calls.ts';
import type { Ref } from './things.ts';

/* The messages of conversations: reading them, signing them, and the records of what was said. */

export const recordDeeds = (me: Caller) => ({
  /** A page of a conversation's messages, as its recipient sees them. */
  readsInbox: (order: Ref, place?: Fields, options?: CallOptions) =>
    me.does('viewInboxMessages', { inboxId: order.id, ...place }, options),
  /** A page of a conversation's messages, as its sender sees them. */
  readsOrder: (order: Ref, place?: Fields, options?: CallOptions) =>
    me.does('viewOrderMessages', { orderId: order.id, ...place }, options),
  /** Marks a message as read by the recipient of the conversation. */
  marksInboxMessage: (message: Ref, options?: CallOptions) =>
    me.does('markInboxMessageAsRead', { inboxMessageId: message.id }, options),
  /** Marks a message as read by the sender of the conversation. */
  marksOrderMessage: (message: Ref, options?: CallOptions) =>
    me.does('markOrderMessageAsRead', { orderMessageId: message.id }, options),
  /** Signs an answer with a passkey. `assertion`: what the passkey signed. */
  signsAnswer: (order: Ref, message: Ref, assertion: Fields, options?: CallOptions) =>
    me.makes('signAnswer', { inboxId: order.id, messageId: message.id, ...assertion }, options),
  /** The record of everything that happened in a conversation. */
  recordOf: (order: Ref, options?: CallOptions) =>
    me.makes('viewConversationRecord', { conversationId: order.id }, options),
  /** What is public of an answered letter, by its verification id. */
  verifies: (verification: Ref, options?: CallOptions) =>
    me.makes('viewVerification', { id: verification.id }, options),
});
