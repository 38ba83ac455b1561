import type { Permission } from '../../../shared/rules/desk/permissions.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { userKey } from '../keys.ts';
import { type TableWriter, update } from '../table.ts';
import type { User } from './users.ts';

/**
 * Sets what a person may do at the desk, in one transaction with the audit entry. Only an operator's command calls it. With
 * the first permission begins the time in which passkeys for the desk can be added; those of before do not open it. CHANGED: the
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
        ? 'REMOVE #permissionIds, #staffSince'
        : `SET #permissionIds = :permissions${permissionIds ? '' : ', #staffSince = :now'}`,
      none ? {} : { permissions: [...permissions], ...(!permissionIds && { now: act.at }) },
      {
        when: permissionIds
          ? '#permissionIds = :read'
          : 'attribute_exists(#pk) AND attribute_not_exists(#permissionIds)',
        values: permissionIds ? { read: [...permissionIds] } : {},
        otherwise: 'CHANGED',
      },
    ),
    writeAuditEntry(act),
  );
}
