import { subscribers } from '../../shared/api/subscribers.ts';
import { keepInOrder } from '../flows/ordering-contacts.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Moves somebody who is called otherwise now to where that name belongs in the lists of their contacts. */
export const handler = serveSubscriber(subscribers.orderContacts, ({ detail }, { table, now }) =>
  keepInOrder(table, detail.userId, now),
);
