import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { CHAT_REPORT_REASONS, chatReportExplanation } from '../rules/chat/reports.ts';
import { moment } from '../wire.ts';
import { HOUR, nothing, operation } from './operation.ts';

/* Reports of chats to support. docs/product/chat.md#reports */

/**
 * Reports a chat, or one message in it, to support. The server quotes the message and those before it in a help ticket of the
 * caller; nobody else in the chat learns of it.
 */
export const reportChat = operation({
  name: 'reportChat',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'chats.read', 'conversations.write', 'usernames.read', 'events.append'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 10, within: HOUR }],
  impact: 'People cannot report a chat.',
  input: z.object({
    chatId: id(),
    /** The reported message by its time; absent for the chat as a whole. */
    dateTimeSent: z.optional(moment),
    reasonCode: z.enum(CHAT_REPORT_REASONS, 'Please choose a reason'),
    explanation: z._default(chatReportExplanation, ''),
  }),
  output: nothing,
});
