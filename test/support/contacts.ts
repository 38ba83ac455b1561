import { EVENT_PREFIX } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import type { Person } from './people.ts';
import { scanTable } from './scanned-table.ts';
import type { World } from './world.ts';

/* Contacts and chat invitations in tests. */

/** Returns the types of the domain events about these two users, in alphabetical order. */
export async function domainEventsBetween(
  world: World,
  one: Person,
  other: Person,
): Promise<string[]> {
  const both = [one.user.id, other.user.id];
  const items = await scanTable(world.tableName, EVENT_PREFIX);
  return items
    .flatMap((item) => domainEventIn(item) ?? [])
    .filter(({ detail }) => {
      const { userId = '', byUserId = '' } = detail as { userId?: string; byUserId?: string };
      return both.includes(userId) && both.includes(byUserId);
    })
    .map(({ type }) => type)
    .sort();
}
