import * as z from 'zod';
import { firstMessage, subject } from '../rules/conversations/messages.ts';
import { conversationView } from './entities.ts';
import { DAY, HOUR, LETTER_BODY, one, operation } from './operation.ts';

export const createSupportTicket = operation({
  name: 'createSupportTicket',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write', 'usernames.read', 'events.append'],
  idempotent: 'byKey',
  limits: [
    { per: 'caller', max: 20, within: HOUR },
    { per: 'caller', max: 60, within: DAY },
  ],
  maxBodyBytes: LETTER_BODY,
  impact: 'People cannot ask for help; what they wrote stays in their browser.',
  input: z.object({
    /** The support account; anybody else's id is refused by the handler, which knows it. */
    recipientId: z.string().trim().max(60).optional(),
    messageSubject: subject,
    messageText: firstMessage,
  }),
  output: one(conversationView),
});
