import { lookAtIntent, type Notice } from './notice.ts';

/** The bank said no, at once or after it asked the sender: undoes the order. */
export const paymentIntentPaymentFailed: Notice = lookAtIntent;
