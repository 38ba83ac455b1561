/** The storage key of the outbox. In a file of its own, so that the app can check it without loading the outbox. */
export const OUTBOX_KEY = 'outbox';
