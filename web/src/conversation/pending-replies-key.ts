/** Where the browser keeps free replies that are not known to have arrived. Apart, so that the app can look without the rest. */
export const PENDING_REPLIES_KEY = 'unsentReplies';
