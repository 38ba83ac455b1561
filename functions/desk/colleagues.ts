import { isPermitted, QUEUE_PERMISSIONS } from '#shared/rules/desk/permissions.ts';
import { staffMembers } from '../storage/accounts/permissions.ts';
import type { User } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import { casesNotAbout } from './concerns.ts';
import type { StaffCall } from './desk-context.ts';
import type { DeskItem } from './desk-items.ts';

/** The colleagues of the caller who have the permission for an item, and whom it does not concern. */
export async function colleaguesFor(
  { table, now, sessionUser }: StaffCall & { readonly table: TableReader },
  item: DeskItem,
): Promise<User[]> {
  const permitted = (await staffMembers(table, now)).filter(
    ({ id, permissionIds = [] }) =>
      id !== sessionUser.id &&
      !item.people.includes(id) &&
      isPermitted(permissionIds, QUEUE_PERMISSIONS[item.queue]),
  );
  const { one } = item;
  if (!one) return permitted;
  const seen = await Promise.all(permitted.map(({ id }) => casesNotAbout(table, id, [one])));
  return permitted.filter((_, nth) => seen[nth]?.length === 1);
}
