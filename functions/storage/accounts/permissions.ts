import type { Permission } from '#shared/rules/desk/permissions.ts';
import type { Instant } from '#shared/time.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { exists } from '../conditions.ts';
import { STAFF_PARTITION, staffKey, userKey } from '../keys.ts';
import { allItems } from '../list-position.ts';
import { type Item, put, remove, type TableReader, type TableWriter, update } from '../table.ts';
import { type User, usersById } from './users.ts';

/**
 * Sets what a person may do at the desk, in one transaction with the audit entry and the list of staff. Only an operator's command calls
 * it. With the first permission begins the time in which passkeys for the desk can be added; those of before do not open it. CHANGED: the
 * permissions are not those that were read.
 */
export function setPermissions(
  table: TableWriter,
  { id, permissionIds }: Pick<User, 'id' | 'permissionIds'>,
  permissions: readonly Permission[],
  act: AuditEntry,
): Promise<'done' | 'CHANGED'> {
  const none = permissions.length === 0;
  return table.transact<'CHANGED'>(
    update(
      userKey(id),
      none
        ? { remove: ['permissionIds', 'staffSince'] }
        : { set: { permissionIds: permissions, staffSince: permissionIds ? undefined : act.at } },
      { when: { pk: exists, permissionIds }, otherwise: 'CHANGED' },
    ),
    none ? remove(staffKey(id)) : put({ ...staffKey(id), userId: id }),
    writeAuditEntry(act),
  );
}

/** The members of staff. Their permissions are those of the account, so an entry of somebody who has none any more is left out. */
export async function staffMembers(table: TableReader, now: Instant): Promise<User[]> {
  const entries = await allItems<Item>(table, { partition: STAFF_PARTITION });
  const ids = entries.map(({ sk }) => sk);
  const users = await usersById(table, ids, now, 'eventual');
  return users.flatMap((user) => (user?.permissionIds && !user.blockedAt ? [user] : []));
}
