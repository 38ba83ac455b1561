/*
 * The keys of the device's storage under which outboxes keep what is not sent. Apart from the outboxes, so that the app sees
 * whether there is anything without loading them.
 */

/** Messages of chats. */
export const OUTBOX_KEY = 'unsentChatMessages';
/** Answers. */
export const UNSENT_ANSWERS_KEY = 'unsentAnswers';
/** Replies in conversations. */
export const PENDING_REPLIES_KEY = 'unsentReplies';
