/** The storage key of pending replies. In a file of its own, so that the app can check it without loading the rest. */
export const PENDING_REPLIES_KEY = 'unsentReplies';
