import { viewInbox } from '#shared/api/conversations.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import { serve, success } from '../open-screen.ts';
import { ana, message, NOW } from '../screen-fixtures.ts';

/* What the forms of a conversation are about. */

export const QUESTION = `<p>${'I applied in March with all papers that the site lists. '.repeat(5)}</p>`;

/** Serves Ben's pending message to Ana. */
export const readInbox = () => serve(viewInbox, () => success(viewInbox, { data: [message] }));

/** A message as the server returns it after it was sent. */
export const ANSWER: Message = {
  id: '01J0000000000000000000000Z',
  kind: 'PAID_RESPONSE',
  senderId: ana.id,
  body: QUESTION,
  senderName: ana.fullName,
  senderAvatar: null,
  dateTimeSent: NOW,
  messageRead: false,
  dateTimeRead: null,
};
