import { subscribers } from '#shared/api/subscribers.ts';
import { offerFreePlace } from '../accounts/free-places.ts';
import { serveSubscriber } from '../serve-work.ts';

/**
 * Tells people that there is a place, after an order no longer waits or a person changed when they take messages.
 * docs/product/profiles.md#waiting-list
 */
export const handler = serveSubscriber(subscribers.offerPlaces, ({ id, detail }, { table, now }) =>
  offerFreePlace(table, 'userId' in detail ? detail.userId : detail.recipientId, id, now),
);
