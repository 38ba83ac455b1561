import { isFull, isPaused } from '#shared/rules/conversations/availability.ts';
import { remainingOf } from '#shared/rules/profiles/response-rate.ts';
import type { Instant } from '#shared/time.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { hasAskers, offerPlace } from '../storage/accounts/waitlist.ts';
import type { ContactRelation } from '../storage/contacts/contact-item.ts';
import { isBlock, relationKeys } from '../storage/contacts/contacts.ts';
import { monthOfUser } from '../storage/month-counters.ts';
import type { TableWriter } from '../storage/table.ts';
import { commitmentOf } from './blocked-accounts.ts';

/**
 * Notifies those who have waited longest if a person has a place now. `placeId`: the id of the event that freed it, for which they
 * are notified once. During a pause with a return date they are notified too, because it ends without an event.
 * docs/product/profiles.md#waiting-list
 */
export async function offerFreePlace(
  table: TableWriter,
  ownerId: string,
  placeId: string,
  now: Instant,
): Promise<void> {
  if (!(await hasAskers(table, ownerId))) return;
  const [owner, { reservedCount }] = await Promise.all([
    userById(table, ownerId, now),
    monthOfUser(table, ownerId, now),
  ]);
  if (!owner || !isPublic(owner) || isFull(owner)) return;
  if (isPaused(owner, now) && owner.pause?.until === undefined) return;
  if (remainingOf(commitmentOf(owner), reservedCount) === 0) return;
  const mayNotify = async (askerId: string) => {
    const relations = await table.getMany<ContactRelation>(relationKeys(ownerId, askerId));
    return !relations.some(isBlock);
  };
  await offerPlace(table, { ownerId, ownerName: owner.username, placeId }, mayNotify, now);
}
