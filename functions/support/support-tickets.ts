import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { newId } from '#shared/ids.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { ask } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import { questionOf } from '../conversations/new-conversation.ts';
import { onceForKey } from '../idempotency.ts';
import { holderOfUsername, publicUserOf, usersById } from '../storage/accounts/users.ts';
import { conversationById, saveFreeConversation } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/** What a help ticket says. `body`: sanitized HTML that follows the rules of a first message. */
export type Ticket = { readonly subject: string; readonly body: string };

/**
 * Sends a help ticket and returns the pending conversation. Nothing is charged: no card, no fee, no ledger entry, and it does
 * not count against a commitment. A sender can have one pending ticket. Refuses with INVALID_INPUT or PENDING_INBOX_EXISTS.
 * `keyed`: the call with its Idempotency-Key. docs/product/support.md#sending-a-ticket
 */
export async function askSupport(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  {
    senderId,
    recipientId,
  }: { readonly senderId: string; readonly recipientId?: string | undefined },
  { subject, body }: Ticket,
  keyed: KeyedCall | undefined,
): Promise<Conversation> {
  const place = async () => {
    const { sender, support } = await partiesOf(table, senderId, recipientId, now);
    const question = {
      id: newId(now),
      questionId: newId(now),
      sender: publicUserOf(sender),
      recipient: publicUserOf(support),
      subject,
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
    throw invalidInput({ recipientId: 'You can’t send a help ticket to yourself' });
  const [sender, support] = await usersById(table, [senderId, holder.userId], now);
  if (!sender) throw new Refusal('UNAUTHENTICATED');
  refuseBlockedAccount(sender);
  if (!support) throw new Error('the support account has no item');
  return { sender, support };
}
