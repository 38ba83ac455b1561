import { handler as indexPeople } from '#functions/events/indexPeople.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { searchRecordKey, userKey, usernameKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { Instant } from '#shared/time.ts';
import { lambdaContext } from './call.ts';

/* Users who can be found by the search. The subscriber that indexes them is called directly. */

type Clock = { now(): Instant };

/** Delivers the event that this user's name changed. */
export function deliverNameEvent(world: Clock, userId: string): Promise<unknown> {
  const fact = { id: 'named', type: 'user.named', at: world.now(), detail: { userId } };
  return indexPeople({ detail: fact } as never, lambdaContext());
}

/** Renames a person without delivering the event. */
export async function rename(
  { user }: { readonly user: User },
  { username = user.username, fullName = user.fullName }: { username?: string; fullName?: string },
): Promise<void> {
  await table.transact(
    update(userKey(user.id), { set: { username, fullName } }),
    update(usernameKey(username), { set: { userId: user.id } }),
  );
}

/** The search entries of this person according to their record. */
export async function searchEntriesOf({
  user,
}: {
  readonly user: User;
}): Promise<readonly string[]> {
  const record = await table.get<{ places: Record<string, number> }>(searchRecordKey(user.id));
  return Object.keys(record?.places ?? {}).sort();
}
