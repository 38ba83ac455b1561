import { lookAtIntent, type Notice } from './notice.ts';

/** The hold is there: settles an order whose request was interrupted or whose sender left after confirming. */
export const paymentIntentAmountCapturableUpdated: Notice = lookAtIntent;
