/** Where the browser keeps chat messages that are not known to have arrived. Apart, so that the app can look without the rest. */
export const OUTBOX_KEY = 'unsentChatMessages';
