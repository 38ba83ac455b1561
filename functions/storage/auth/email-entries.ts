import { comparedAddress } from '#shared/rules/email/addresses.ts';
import type { User } from '../accounts/users.ts';
import { emailKey, emailPartition } from '../keys.ts';
import { hashOf } from '../limits.ts';
import { type Item, put, remove, type Step, type TableReader } from '../table.ts';

/*
 * Which accounts have an email address: one entry for each account, by the hash of the address. Nobody signs in with it; only the
 * search of the desk reads it, and compares the address of the account. docs/product/desk.md#search
 */

const hashed = (address: string): string => hashOf(comparedAddress(address));

/** The steps that remove the entry of the address that an account had; none without one. */
export const removeEmailEntry = ({ id, email }: Pick<User, 'id' | 'email'>): Step<never>[] =>
  email === undefined ? [] : [remove(emailKey(hashed(email), id))];

/** The steps that replace the entry of an account by that of a new address; without one, they only remove it. */
export function moveEmailEntry(
  user: Pick<User, 'id' | 'email'>,
  to: string | undefined,
): Step<never>[] {
  if (to === undefined) return removeEmailEntry(user);
  const { id, email } = user;
  // One transaction writes an item only once: two addresses that differ in their upper case have the same entry.
  const isSame = email !== undefined && hashed(email) === hashed(to);
  return [...(isSame ? [] : removeEmailEntry(user)), put({ ...emailKey(hashed(to), id) })];
}

/** The ids of the accounts that may have this address, at most `limit`. */
export async function accountsWithEmail(
  table: TableReader,
  address: string,
  limit: number,
): Promise<string[]> {
  const partition = emailPartition(hashed(address));
  const { items } = await table.query<Item>({ partition, limit });
  return items.map(({ sk }) => sk);
}
