import type { User } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';

/** The maximum of one batch read of the table. */
const BATCH_LIMIT = 100;

/** Returns the full names of user ids; unknown ids are missing. */
export async function namesOf(
  userIds: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== undefined).slice(0, BATCH_LIMIT);
  const { table } = await import('#functions/storage/table.ts');
  const users = await table.getMany<User>(ids.map(userKey));
  return new Map(users.flatMap((user) => (user ? [[user.id, user.fullName]] : [])));
}
