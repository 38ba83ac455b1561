import { subscribers } from '../../shared/api/subscribers.ts';
import { moveChat } from '../flows/moving-chats.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Moves a chat with a new message up in the list of everybody in it. */
export const handler = serveSubscriber(subscribers.moveChats, ({ detail }, work) =>
  moveChat(work, detail),
);
