import type { Instant } from '#shared/time.ts';
import { ifNotExpired, type User } from '../accounts/users.ts';
import { isNot, missingOr } from '../conditions.ts';
import { contactKey, userKey } from '../keys.ts';
import { check, type Step, type TableReader } from '../table.ts';
import type { ContactRelation } from './contact-item.ts';

/* Blocks between two people. docs/product/contacts.md#blocking */

/** The step that fails with CHANGED if a person blocks another one. */
export function requireNoBlock(userId: string, otherId: string): Step<'CHANGED'> {
  return check(contactKey(userId, otherId), {
    when: { status: missingOr(isNot('BLOCKED')) },
    otherwise: 'CHANGED',
  });
}

/** A person as a possible recipient, and whether one of the two blocks the other. */
export type Reachable = { readonly user: User | undefined; readonly blocked: boolean };

/** Reads at most 33 people with their blocks of a sender, and the sender's of them. One call, eventually consistent. */
export async function reachableBy(
  table: TableReader,
  senderId: string,
  userIds: readonly string[],
  now: Instant,
): Promise<Reachable[]> {
  const found = await table.getMany<User | ContactRelation>(
    userIds.flatMap((userId) => [
      userKey(userId),
      contactKey(userId, senderId),
      contactKey(senderId, userId),
    ]),
    'eventual',
  );
  return userIds.map((_, nth) => {
    const [user, ...relations] = found.slice(3 * nth, 3 * nth + 3);
    return {
      user: ifNotExpired(user as User | undefined, now),
      blocked: relations.some((one) => (one as ContactRelation | undefined)?.status === 'BLOCKED'),
    };
  });
}
