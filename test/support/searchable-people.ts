import { handler as indexPeople } from '#functions/events/indexPeople.ts';
import type { Registration } from '#functions/storage/auth/registrations.ts';
import { searchRecordKey, userKey, usernameKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { Instant } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import { newPerson, type Person } from './people.ts';

/* Users who can be found by the search. The subscriber that indexes them is called directly. */

type Clock = { now(): Instant };

/** Delivers the event that this user's name changed. */
export function deliverNameEvent(world: Clock, userId: string): Promise<unknown> {
  const fact = { id: 'named', type: 'user.named', at: world.now(), detail: { userId } };
  return indexPeople({ detail: fact } as never, lambdaContext());
}

/** Creates a person who can be found by their names. */
export async function newSearchablePerson(
  world: Clock,
  registration: Partial<Registration>,
): Promise<Person> {
  const person = await newPerson(world, registration);
  await deliverNameEvent(world, person.user.id);
  return person;
}

/** Renames a person without delivering the event. */
export async function rename(
  { user }: Person,
  { username = user.username, fullName = user.fullName }: { username?: string; fullName?: string },
): Promise<void> {
  await table.transact(
    update(userKey(user.id), { set: { username, fullName } }),
    update(usernameKey(username), { set: { userId: user.id } }),
  );
}

/** The search entries of this person according to their record. */
export async function searchEntriesOf({ user }: Person): Promise<readonly string[]> {
  const record = await table.get<{ places: Record<string, number> }>(searchRecordKey(user.id));
  return Object.keys(record?.places ?? {}).sort();
}
