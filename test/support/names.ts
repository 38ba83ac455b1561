import { handler as indexPeople } from '../../functions/events/indexPeople.ts';
import type { Registration } from '../../functions/storage/auth/registrations.ts';
import { placesKey, userKey, usernameKey } from '../../functions/storage/keys.ts';
import { table, update } from '../../functions/storage/table.ts';
import type { Instant } from '../../shared/time.ts';
import { lambdaContext } from './call.ts';
import { newPerson, type Person } from './people.ts';

/* People who can be searched: the subscriber runs as the bus would run it. */

type Clock = { now(): Instant };

/** The bus brings the fact that this person was named. */
export function hearNamed(world: Clock, userId: string): Promise<unknown> {
  const fact = { id: 'named', type: 'user.named', at: world.now(), detail: { userId } };
  return indexPeople({ detail: fact } as never, lambdaContext());
}

/** A person who can be found by their names. */
export async function newFindable(
  world: Clock,
  registration: Partial<Registration>,
): Promise<Person> {
  const person = await newPerson(world, registration);
  await hearNamed(world, person.user.id);
  return person;
}

/** Other names for a person, of which the bus has not heard yet. */
export async function rename(
  { user }: Person,
  { username = user.username, fullName = user.fullName }: { username?: string; fullName?: string },
): Promise<void> {
  await table.transact(
    update(userKey(user.id), 'SET #username = :username, #fullName = :fullName', {
      username,
      fullName,
    }),
    update(usernameKey(username), 'SET #userId = :userId', { userId: user.id }),
  );
}

/** Where the record says that this person is found. */
export async function placesOfPerson({ user }: Person): Promise<readonly string[]> {
  const record = await table.get<{ places: Record<string, number> }>(placesKey(user.id));
  return Object.keys(record?.places ?? {}).sort();
}
