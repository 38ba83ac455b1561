import type { Deed, Entity } from '#lib/local/deeds/calls.ts';
import type { HttpPerson } from '../support/client.ts';
import { type Run, uniqueWordsIn } from './journeys.ts';
import type { Stored } from './write-log.ts';

/* Looks up what is stored, through the API, as the people themselves see it. */

/** Reads everything that the journeys write. Throws if a read is refused. */
export async function readStored({ people, newcomers }: Run): Promise<Stored> {
  const created = new Map<string, number>();
  const values = new Map<string, string>();
  const found = (id: string) => created.set(id, (created.get(id) ?? 0) + 1);
  for (const sender of people.senders) {
    // Canceled orders are only under their own filter.
    for (const filter of ['ALL', 'CANCELLED'])
      for (const order of await all((cursor) => sender.outbox({ filter, cursor })))
        for (const id of await partsOf(sender, order)) found(id);
    for (const recipient of people.recipients) {
      const draft = await sender.draftTo(recipient);
      if (draft) values.set(`${sender.username} to ${recipient.username}`, draft.messageSubject);
    }
  }
  for (const { chat, members } of people.pairs)
    for (const { content } of await all((cursor) =>
      members[0].messages(chat, { limit: 100, cursor }),
    ))
      for (const word of uniqueWordsIn(content)) found(word);
  for (const person of newcomers) {
    const { username, fullName } = await person.profileOf(person);
    found(username);
    values.set(username, fullName);
  }
  return { created, values };
}

type Listed = Entity<'viewOrderList'>;

/** The ids of what a conversation shows: its subject, how it ended, and its messages. */
async function partsOf(sender: HttpPerson, order: Listed): Promise<string[]> {
  const parts = uniqueWordsIn(order.subject);
  if (order.status === 'CANCELLED') parts.push(`cancelOrder ${order.id}`);
  if (order.status === 'DECLINED') parts.push(`declineInbox ${order.id}`);
  const { claim } = await sender.seesAsSender(order);
  if (claim?.state === 'GIVEN_BACK') parts.push(`giveBackClaim ${order.id}`);
  const messages = await all((cursor) => sender.readsOrder(order, { cursor }));
  return [...parts, ...messages.flatMap(({ body }) => uniqueWordsIn(body))];
}

type Page<Row> = { readonly data: readonly Row[]; readonly cursor?: string | null | undefined };

/** All pages of a list. */
async function all<Row>(pageFrom: (cursor: string | undefined) => Deed<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageFrom(cursor);
    rows.push(...page.data);
    cursor = page.cursor ?? undefined;
  } while (cursor);
  return rows;
}
