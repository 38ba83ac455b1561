import { viewDeskConversation } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { caseById } from '../storage/desk/cases.ts';
import { caseKey, conversationKey } from '../storage/keys.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { contentOf } from './conversation-content.ts';
import { deskConversationView } from './conversation-record.ts';
import { auditLook } from './desk-context.ts';

/** Returns a conversation. Its messages are in the response only with a reason, which the audit keeps. */
export const handler = serve(
  viewDeskConversation,
  async ({ conversationId, reason }, call) => {
    const { table, now } = call;
    const [found, proposal] = await Promise.all([
      conversationById(table, conversationId, now),
      // The case of a proposed refund has the id of the conversation.
      caseById(table, conversationId),
    ]);
    if (!found) throw new Refusal('NOT_FOUND');
    if (reason !== undefined) {
      await refusePeople(call, sidesOf(found));
      const look = { operation: 'viewDeskConversation', about: conversationId, reason };
      await auditLook(call, look, 'The text of the messages was shown.');
    }
    const view = await deskConversationView(call, found, proposal);
    const content = reason === undefined ? null : await contentOf(table, found);
    return { data: [{ ...view, content }] };
  },
  { readAhead: ({ conversationId }) => [conversationKey(conversationId), caseKey(conversationId)] },
);
