import { lookAtIntent, type Notice } from './notice.ts';

/** The money was taken: confirms a capture whose answer was lost. */
export const paymentIntentSucceeded: Notice = lookAtIntent;
