import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { publicUserOf, type User } from '#functions/storage/accounts/users.ts';
import { itemOf } from '#functions/storage/conversations/conversations.ts';
import { mailboxKey } from '#functions/storage/keys.ts';
import { documents, type Item } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { answer, begin, settle } from '#shared/rules/conversations/state-machine.ts';
import { type Instant, later, SECOND } from '#shared/time.ts';

/* Creates many conversations directly in the table, with the product's own rules and table definition. */

/** `PENDING` expires ten days after the payment; `OPEN` was answered and charged, and nothing is due. */
type Planted = 'PENDING' | 'OPEN';

/** Returns the items of a conversation that was paid at this time, and answered if it is open. */
function conversationAt(
  { sender, recipient, status }: { sender: User; recipient: User; status: Planted },
  at: Instant,
): Conversation {
  const id = newId(at);
  const order = {
    id,
    questionId: newId(at),
    sender: publicUserOf(sender),
    recipient: publicUserOf(recipient),
    subject: 'Dry winters',
    price: cents(2_500),
    feeTerms: feeTermsOf('FREE', DEFAULT_FEES),
    payment: { customerId: 'cus_planted', paymentMethodId: 'pm_card_visa', keepCard: false },
  };
  const paid = settle(begin(order, at), { state: 'CHARGED', intentId: `pi_${id}` }, at).next;
  if (status === 'PENDING') return paid;
  return answer(paid, { choice: 'OPEN', termsToday: order.feeTerms }, at).next;
}

/**
 * Creates `count` conversations of two users, one per second until `until`, with the counters of their lists. Returns
 * the ids.
 */
export async function plantConversations(
  people: { sender: User; recipient: User; status: Planted; until: Instant },
  count: number,
): Promise<string[]> {
  const { sender, recipient, status, until } = people;
  const counters = { [status]: count, ALL: count };
  const counted: Item[] = [
    { ...mailboxKey(recipient.id, 'INBOX'), ...counters },
    { ...mailboxKey(sender.id, 'ORDERS'), ...counters },
  ];
  const conversations = Array.from({ length: count }, (_, nth) =>
    conversationAt(people, later(until, -nth * SECOND)),
  );
  await writeAll([...counted, ...conversations.map(itemOf)]);
  return conversations.map(({ id }) => id);
}

/** Writes items in batches of 25, a few batches at a time. */
export async function writeAll(items: readonly Item[]): Promise<void> {
  const TableName = process.env.TABLE_NAME ?? '';
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, nth) =>
    items.slice(nth * 25, nth * 25 + 25),
  );
  const worker = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems } = await documents.send(
        new BatchWriteCommand({ RequestItems: { [TableName]: requests } }),
      );
      if (Object.keys(UnprocessedItems ?? {}).length > 0)
        throw new Error('the engine left items of a batch unwritten');
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}
