import { createSupportTicket } from '../../shared/api/support.ts';
import { SUPPORT_USERNAME } from '../../shared/brand.ts';
import { newId } from '../../shared/ids.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/conversations/conversations.ts';
import { firstMessage } from '../../shared/rules/conversations/messages.ts';
import { ask } from '../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../shared/time.ts';
import { refuseBlocked } from '../accounts/blocked-accounts.ts';
import { conversationView } from '../conversations/conversation-views.ts';
import { questionOf } from '../conversations/new-conversation.ts';
import { cleanMessage } from '../html.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { holderOfUsername, publicUserOf, usersById } from '../storage/accounts/users.ts';
import { conversationById, saveFreeConversation } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import { usernameKey } from '../storage/keys.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/** Sends a message to the product's own account, free of charge (docs/product/support.md#sending-a-ticket). */
export const handler = serve(
  createSupportTicket,
  async (input, call) => {
    const conversation = await askSupport(call, call.caller.userId, input, call.keyed);
    return { data: [conversationView(conversation, 'sender', call.now)] };
  },
  { readAhead: () => [usernameKey(SUPPORT_USERNAME)] },
);

type TicketInput = {
  /** Optional: the product's own account. */
  readonly recipientId?: string | undefined;
  readonly messageSubject: string;
  readonly messageText: string;
};

/**
 * Sends a help ticket and returns the pending conversation. Nothing is charged: no card, no fee, no ledger entry, and it
 * does not count against a commitment. A sender can have one pending ticket. Refuses with INVALID_INPUT or
 * PENDING_INBOX_EXISTS. `keyed`: the call with its Idempotency-Key. docs/product/support.md#sending-a-ticket
 */
async function askSupport(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  senderId: string,
  input: TicketInput,
  keyed: KeyedCall | undefined,
): Promise<Conversation> {
  const body = cleanMessage(input.messageText, firstMessage, 'messageText');
  const place = async () => {
    const { sender, support } = await partiesOf(table, senderId, input.recipientId, now);
    const question = {
      id: newId(now),
      questionId: newId(now),
      sender: publicUserOf(sender),
      recipient: publicUserOf(support),
      subject: input.messageSubject,
      ...(keyed && { requestKey: keyed.key }),
    };
    const change = ask(question, now);
    const asked = { change, question: questionOf(change.next, body), keyed };
    const outcome = await saveFreeConversation(table, asked, now);
    if (outcome === 'PENDING_EXISTS') throw new Refusal('PENDING_INBOX_EXISTS');
    return outcome === 'done' ? change.next : outcome;
  };
  return onceForKey({ table, now }, keyed, place, (id) => conversationById(table, id, now));
}

async function partiesOf(
  table: TableReader,
  senderId: string,
  recipientId: string | undefined,
  now: Instant,
) {
  const holder = await holderOfUsername(table, SUPPORT_USERNAME, now);
  // The deployment creates the account, so a missing one is an error of the setup and not a refusal.
  if (!holder) throw new Error('the support account is missing');
  if (recipientId && recipientId !== holder.userId)
    throw invalidInput({ recipientId: 'A help ticket goes to our own support account only' });
  if (senderId === holder.userId)
    throw invalidInput({ recipientId: 'You cannot send a message to yourself' });
  const [sender, support] = await usersById(table, [senderId, holder.userId], now);
  if (!sender) throw new Refusal('UNAUTHENTICATED');
  refuseBlocked(sender);
  if (!support) throw new Error('the support account has no item');
  return { sender, support };
}
