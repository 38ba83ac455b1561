import { setPermissions } from '../../../functions/storage/accounts/permissions.ts';
import type { User } from '../../../functions/storage/accounts/users.ts';
import { SUPPORT_USERNAME } from '../../../shared/brand.ts';
import { PERMISSIONS, type Permission } from '../../../shared/rules/desk/permissions.ts';
import { CliError } from '../../cli-error.ts';
import { type AuditNote, auditEntryOf, type OpsContext, type Plan } from './plan.ts';

/** Plans to let a person do more at the desk. Throws a CliError for an account that cannot be staff. */
export async function planGrant(context: OpsContext, user: User, typed: string): Promise<Plan> {
  const permission = permissionOf(typed);
  if (user.username === SUPPORT_USERNAME)
    throw new CliError('The support account has no permissions: staff answer in its name.');
  if (user.blockedAt !== undefined) throw new CliError(`@${user.username} is blocked.`);
  const before = user.permissionIds ?? [];
  if (before.includes(permission))
    return { summary: [`@${user.username} has ${permission} already.`] };
  const after = PERMISSIONS.filter((one) => one === permission || before.includes(one));
  return {
    summary: [
      `@${user.username} (${user.fullName}) gets ${permission} at the desk, from the next call on.`,
      'They need a passkey, and sign in with it.',
    ],
    apply: (note) => save(context, user, after, { ...note, command: `grant ${user.id} ${permission}` }),
  };
}

/** Plans to let a person do less at the desk. */
export async function planRevoke(context: OpsContext, user: User, typed: string): Promise<Plan> {
  const permission = permissionOf(typed);
  const before = user.permissionIds ?? [];
  if (!before.includes(permission))
    return { summary: [`@${user.username} does not have ${permission}.`] };
  const after = before.filter((one) => one !== permission);
  return {
    summary: [`@${user.username} (${user.fullName}) loses ${permission} at the desk at once.`],
    apply: (note) =>
      save(context, user, after, { ...note, command: `revoke ${user.id} ${permission}` }),
  };
}

function permissionOf(typed: string): Permission {
  const found = PERMISSIONS.find((one) => one === typed.toUpperCase());
  if (!found) throw new CliError(`The permissions are ${PERMISSIONS.join(', ')}.`);
  return found;
}

async function save(
  context: OpsContext,
  user: User,
  permissions: readonly Permission[],
  note: AuditNote,
): Promise<string[]> {
  const outcome = `The permissions are now: ${permissions.join(', ') || 'none'}.`;
  const audit = auditEntryOf(context, note, user.id, outcome);
  if ((await setPermissions(context.table, user, permissions, audit)) === 'CHANGED')
    throw new CliError('The permissions have just changed. Check them and run this again.');
  return [outcome];
}
