import type { Client, Row } from './client.ts';
import { type Run, uniqueWordsIn } from './journeys.ts';
import type { Stored } from './write-log.ts';

/* Looks up what is stored, through the API, as the people themselves see it. */

/** Reads everything that the journeys write. Throws if a read is refused. */
export async function readStored({ people, newcomers }: Run): Promise<Stored> {
  const created = new Map<string, number>();
  const values = new Map<string, string>();
  const found = (id: string) => created.set(id, (created.get(id) ?? 0) + 1);
  for (const sender of people.senders) {
    // Cancelled orders are only under their own filter.
    for (const filter of ['ALL', 'CANCELLED'])
      for (const order of await all(sender, 'viewOrderList', { filter }))
        for (const id of await partsOf(sender, order)) found(id);
    for (const recipient of people.recipients) {
      const [draft] = await all(sender, 'viewDraft', { recipientId: recipient.userId });
      if (draft)
        values.set(`${sender.username} to ${recipient.username}`, String(draft.messageSubject));
    }
  }
  for (const { chatId, members } of people.pairs)
    for (const { content } of await all(members[0], 'viewChatMessages', { chatId, limit: 100 }))
      for (const word of uniqueWordsIn(content)) found(word);
  for (const person of newcomers) {
    const profiles = await all(person, 'viewUserProfile', { username: person.username });
    for (const { username, fullName } of profiles) {
      found(String(username));
      values.set(String(username), String(fullName));
    }
  }
  return { created, values };
}

/** The ids of what a conversation shows: its subject, how it ended, and its messages. */
async function partsOf(sender: Client, order: Row): Promise<string[]> {
  const parts = uniqueWordsIn(order.subject);
  if (order.status === 'CANCELLED') parts.push(`cancelOrder ${order.id}`);
  if (order.status === 'DECLINED') parts.push(`declineInbox ${order.id}`);
  const [shown] = await all(sender, 'viewOrder', { id: order.id });
  if (claimStateOf(shown) === 'GIVEN_BACK') parts.push(`giveBackClaim ${order.id}`);
  const messages = await all(sender, 'viewOrderMessages', { orderId: order.id });
  return [...parts, ...messages.flatMap(({ body }) => uniqueWordsIn(body))];
}

const claimStateOf = (order: Row | undefined) =>
  (order?.claim as { readonly state?: string } | null | undefined)?.state;

/** All pages of a list. */
async function all(person: Client, operation: string, fields: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { outcome, body } = await person.get(operation, { ...fields, cursor });
    if (outcome !== 'acknowledged')
      throw new Error(`${operation} of ${person.username}: ${JSON.stringify(body)}`);
    rows.push(...(body.data ?? []));
    cursor = body.cursor;
  } while (cursor);
  return rows;
}
