import { setPermissions } from '#functions/storage/accounts/permissions.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { newDeskLinkToken, storeDeskLink } from '#functions/storage/auth/desk-links.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { DESK_LINK_TIME } from '#shared/rules/desk/desk-passkeys.ts';
import { PERMISSIONS, type Permission } from '#shared/rules/desk/permissions.ts';
import { later } from '#shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { type AuditNote, auditEntryOf, momentText, type OpsContext, type Plan } from './plan.ts';

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
      before.length > 0
        ? 'Their passkeys for the desk stay as they are.'
        : 'They need a passkey for the desk. The link to add it is printed; passkeys that they have do not open it.',
    ],
    apply: async (note) => {
      const command = `grant ${user.id} ${permission}`;
      const lines = await save(context, user, after, { ...note, command });
      return before.length > 0 ? lines : [...lines, ...(await printLink(context, user, note))];
    },
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

/** Plans a new link, with which a member of staff adds a passkey for the desk. It replaces the one before. */
export async function planDeskLink(context: OpsContext, user: User): Promise<Plan> {
  if (!user.permissionIds) throw new CliError(`@${user.username} has no permission at the desk.`);
  if (user.blockedAt !== undefined) throw new CliError(`@${user.username} is blocked.`);
  return {
    summary: [
      `@${user.username} (${user.fullName}) gets a link that adds one passkey for the desk. An earlier link ends.`,
    ],
    apply: (note) => printLink(context, user, note),
  };
}

/** Stores a link and returns the lines that print it. */
async function printLink(context: OpsContext, user: User, note: AuditNote): Promise<string[]> {
  const token = newDeskLinkToken();
  const until = later(context.now, DESK_LINK_TIME);
  const audit = auditEntryOf(
    context,
    { ...note, command: `desk-link ${user.id}` },
    user.id,
    'A link that adds one passkey for the desk.',
  );
  await storeDeskLink(context.table, user.id, token, until, audit);
  return [
    `Give them this link in person or on a call. It adds one passkey, with their password, until ${momentText(until)}:`,
    `${context.origin}${DESK_LINK_PATH}#desk=${token}`,
  ];
}

/** The screen about devices and passkeys, in the web app. The token is in the fragment, which no server sees. */
const DESK_LINK_PATH = '/settings/security';

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
