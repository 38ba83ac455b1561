import * as z from 'zod/mini';
import { firstMessage, subject } from '../rules/conversations/messages.ts';
import { conversationView } from './conversation-view.ts';
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
  impact: 'People cannot send help tickets; their text stays in the browser.',
  input: z.object({
    /** The support account. The handler refuses any other id. */
    recipientId: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    messageSubject: subject,
    messageText: firstMessage,
  }),
  output: one(conversationView),
});
