import { subscribers } from '../../shared/api/subscribers.ts';
import { keepInOrder, noteChat } from '../flows/ordering-contacts.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Moves people in the lists of their contacts: by another name, or up to the recent ones when they chat. */
export const handler = serveSubscriber(subscribers.orderContacts, (fact, work) =>
  fact.type === 'user.named' ? keepInOrder(work, fact.detail.userId) : noteChat(work, fact),
);
