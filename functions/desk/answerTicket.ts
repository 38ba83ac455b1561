import { answerTicket } from '#shared/api/desk.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { Refusal } from '#shared/refusals.ts';
import { writeAsRecipient } from '../conversations/replies.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { conversationKey, usernameKey } from '../storage/keys.ts';
import { sidesOf } from './case-views.ts';
import { refusePeople } from './concerns.ts';
import { deskAudit } from './desk-context.ts';

/** Answers a help ticket as the support account. The audit says who answered. */
export const handler = serve(
  answerTicket,
  async (input, call) => {
    const { table, now, keyed } = call;
    const { conversationId, messageBody: body, conversationStatus: choice } = input;
    const [found, support] = await Promise.all([
      conversationById(table, conversationId, now),
      holderOfUsername(table, SUPPORT_USERNAME, now),
    ]);
    if (!found || !support || found.recipient.id !== support.userId)
      throw new Refusal('NOT_FOUND', { message: 'This isn’t a help ticket.' });
    await refusePeople(call, sidesOf(found));
    const operation = {
      operation: 'answerTicket',
      about: conversationId,
      reason: 'A help ticket.',
    };
    const audit = deskAudit(call, operation, 'The ticket is answered as the support account.');
    const authorId = support.userId;
    await writeAsRecipient(call, { conversationId, authorId, choice, body, keyed, audit });
    return {
      data: [{ message: choice === 'COMPLETED' ? 'Answered and closed.' : 'Answered.' }],
    };
  },
  {
    readAhead: ({ conversationId }) => [
      conversationKey(conversationId),
      usernameKey(SUPPORT_USERNAME),
    ],
    gives: { payments },
  },
);
