import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import type { Instant } from '#shared/time.ts';
import { serveSubscriber } from '../serve-work.ts';
import { userById } from '../storage/accounts/users.ts';
import { everyContact } from '../storage/contacts/contact-lists.ts';
import {
  type ContactListOrder,
  contactListOrder,
  moveUpRecentContacts,
} from '../storage/contacts/contacts.ts';
import type { TableReader } from '../storage/table.ts';

/** Updates the order of contact lists: after a change of name, and when two contacts chat. */
export const handler = serveSubscriber(
  subscribers.orderContacts,
  (event, work) =>
    event.type === 'user.named'
      ? updateSortNames(work, event.detail.userId)
      : moveUpChatPartners(work, event),
  { gives: { contactOrder: contactListOrder } },
);

type OrderContext = {
  readonly table: TableReader;
  readonly contactOrder: ContactListOrder;
  readonly now: Instant;
};

/** The number of contacts written concurrently: a thousand take seconds, without slowing down other requests. */
const CONCURRENCY = 20;

/**
 * Updates the sort name of a person in the lists of all their contacts. Safe to repeat. The name is read again afterwards,
 * so that of concurrent runs the last write has the newest name. For a person without contacts it costs two and a half read
 * units.
 */
async function updateSortNames(
  { table, contactOrder, now }: OrderContext,
  userId: string,
): Promise<void> {
  let written: string | undefined;
  for (;;) {
    const user = await userById(table, userId, now);
    if (!user || user.fullName === written) return;
    for await (const otherIds of everyContact(table, userId, CONCURRENCY))
      await Promise.all(otherIds.map((otherId) => contactOrder.updateSortName(otherId, user)));
    written = user.fullName;
  }
}

/** Moves two people who chat up among each other's recent contacts. A group message moves nobody. */
async function moveUpChatPartners(
  { table, contactOrder }: OrderContext,
  { detail }: DomainEvent<'chat.messageSent'>,
): Promise<void> {
  const { byUserId, directUserId, messageAt } = detail;
  if (!directUserId) return;
  await moveUpRecentContacts(table, contactOrder, byUserId, directUserId, messageAt as Instant);
}
