import type { Fact } from '../../shared/facts.ts';
import type { Instant } from '../../shared/time.ts';
import { everyContact } from '../storage/contact-lists.ts';
import { type ContactPlaces, noteContact } from '../storage/contacts.ts';
import type { TableReader } from '../storage/table.ts';
import { userById } from '../storage/users.ts';

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
export async function keepInOrder(
  { table, contactPlaces, now }: Ordering,
  userId: string,
): Promise<void> {
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
export async function noteChat(
  { table, contactPlaces }: Ordering,
  { detail }: Fact<'chat.messageSent'>,
): Promise<void> {
  const { byUserId, directUserId, messageAt } = detail;
  if (!directUserId) return;
  await noteContact(table, contactPlaces, byUserId, directUserId, messageAt as Instant);
}
