import type { User } from '../../../functions/storage/accounts/users.ts';
import { userKey } from '../../../functions/storage/keys.ts';

/** As many people as one batch of the table takes. */
const MOST = 100;

/** The full names behind ids, for a page that people read; whoever is not found has none. */
export async function namesOf(
  userIds: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== undefined).slice(0, MOST);
  const { table } = await import('../../../functions/storage/table.ts');
  const users = await table.getMany<User>(ids.map(userKey));
  return new Map(users.flatMap((user) => (user ? [[user.id, user.fullName]] : [])));
}
