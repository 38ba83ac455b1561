import { handler as viewBlockedUsers } from '#functions/contacts/viewBlockedUsers.ts';
import { handler as viewUserContactRequests } from '#functions/contacts/viewUserContactRequests.ts';
import { relationOf } from '#functions/storage/contacts/contacts.ts';
import { EVENT_PREFIX } from '#functions/storage/keys.ts';
import { domainEventIn } from '#functions/storage/outbox.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { type ContactState, visibleState } from '#shared/rules/contacts/contacts.ts';
import { type Answer, call } from './call.ts';
import { newPerson, type Person } from './people.ts';
import { scanTable } from './scanned-table.ts';
import type { World } from './world.ts';

/* Contacts and chat invitations in tests, through the real handlers. */

/** Creates a user on a paid plan. */
export function newMember(
  world: Parameters<typeof newPerson>[0],
  more: Parameters<typeof newPerson>[1] = {},
): Promise<Person> {
  return newPerson(world, { licenseId: 'STARTER', ...more });
}

export const invite = (by: Person, other: Person): Promise<Answer> =>
  responseTo(by.calls('createChatInvite', { userId: other.user.id }));
export const accept = (by: Person, inviter: Person): Promise<Answer> =>
  responseTo(by.calls('acceptUserContact', { userContactId: inviter.user.id }));
export const reject = (by: Person, inviter: Person): Promise<Answer> =>
  responseTo(by.calls('rejectUserContact', { userContactId: inviter.user.id }));
export const removeContact = (by: Person, other: Person): Promise<Answer> =>
  responseTo(by.calls('removeUserContact', { userContactId: other.user.id }));

export const block = (by: Person, other: Person): Promise<Answer> =>
  responseTo(by.calls('blockUser', { userId: other.user.id }));
export const unblock = (by: Person, other: Person): Promise<Answer> =>
  responseTo(by.calls('unblockUser', { userId: other.user.id }));
/** Returns the page of people whom this user blocked. */
export const blockedBy = ({ token }: Person, input = {}): Promise<Answer> =>
  call(viewBlockedUsers, input, { method: 'GET', token });

/** Makes two users contacts: one invites, the other accepts. */
export async function becomeContacts(one: Person, other: Person): Promise<void> {
  for (const { http, body } of [await invite(one, other), await accept(other, one)])
    if (http !== 200) throw new Error(`they did not become contacts: ${JSON.stringify(body)}`);
}

/** Returns the users whose invitations are shown to this user as pending. */
export async function invitersOf({ token }: Person): Promise<string[]> {
  const { body } = await call(viewUserContactRequests, {}, { method: 'GET', token });
  return body.data.map(({ userContactId }: { userContactId: string }) => userContactId);
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
