import { subscribers } from '../../shared/api/subscribers.ts';
import type { Fact } from '../../shared/domain-events.ts';
import type { Instant } from '../../shared/time.ts';
import { serveSubscriber } from '../serve-work.ts';
import { userById } from '../storage/accounts/users.ts';
import { everyContact } from '../storage/contacts/contact-lists.ts';
import { type ContactPlaces, noteContact } from '../storage/contacts/contacts.ts';
import type { TableReader } from '../storage/table.ts';

/** Moves people in the lists of their contacts: by another name, or up to the recent ones when they chat. */
export const handler = serveSubscriber(subscribers.orderContacts, (fact, work) =>
  fact.type === 'user.named' ? keepInOrder(work, fact.detail.userId) : noteChat(work, fact),
);

type Ordering = {
  readonly table: TableReader;
  readonly contactPlaces: ContactPlaces;
  readonly now: Instant;
};

/** Contacts written at the same time: enough for a thousand in seconds, too few to slow anybody down. */
const AT_ONCE = 20;

/**
 * Brings somebody's place in the lists of all their contacts in line with the name they have now. Twice is once. The name is
 * read again afterwards, so whoever writes last has written the newest. Of somebody without contacts it costs two reads
 * and a half.
 */
async function keepInOrder({ table, contactPlaces, now }: Ordering, userId: string): Promise<void> {
  let written: string | undefined;
  for (;;) {
    const user = await userById(table, userId, now);
    if (!user || user.fullName === written) return;
    for await (const otherIds of everyContact(table, userId, AT_ONCE))
      await Promise.all(otherIds.map((otherId) => contactPlaces.orderAnew(otherId, user)));
    written = user.fullName;
  }
}

/** Two who chat are among each other's recent contacts. A message to a group moves nobody. */
async function noteChat(
  { table, contactPlaces }: Ordering,
  { detail }: Fact<'chat.messageSent'>,
): Promise<void> {
  const { byUserId, directUserId, messageAt } = detail;
  if (!directUserId) return;
  await noteContact(table, contactPlaces, byUserId, directUserId, messageAt as Instant);
}
