import { lookAtIntent, type Notice } from './notice.ts';

/** The hold is gone: by our word, by the operator's, or because it lapsed while it was counted on. */
export const paymentIntentCanceled: Notice = lookAtIntent;
