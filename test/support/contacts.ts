import { relationOf } from '#functions/storage/contacts/contacts.ts';
import { EVENT_PREFIX } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { table } from '#functions/storage/table.ts';
import { type ContactState, visibleState } from '#shared/rules/contacts/contacts.ts';
import type { Person } from './people.ts';
import { scanTable } from './scanned-table.ts';
import type { World } from './world.ts';

/* Contacts and chat invitations in tests. */

/** Returns the users whose invitations are shown to this user as pending. */
export async function invitersOf(invited: Person): Promise<string[]> {
  return (await invited.invitations()).data.map(({ userContactId }) => userContactId);
}

/** The contact state of one user toward another, as the first one sees it. A rejection is visible for one month. */
export async function stateOf(one: Person, other: Person): Promise<ContactState> {
  return visibleState((await relationOf(table, one.user.id, other.user.id))?.status);
}

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
