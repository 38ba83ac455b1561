import type { Notice } from './notice.ts';
import { lookAtSubscription } from './subscription-notice.ts';

/** It began, moved to another plan, is to end or not any more, owes a renewal, or is over. */
export const customerSubscription: Notice = async (event, desk) => {
  await lookAtSubscription(event, desk);
};
