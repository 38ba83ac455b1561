import { newId } from '#shared/ids.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import type { AuditEntry } from '../storage/audit.ts';

/* Audit entries, of operators and of staff at the desk. */

/** The parts of a command or operation that the audit records: its text and its reason. */
export type AuditNote = { readonly command: string; readonly reason: string };

/** Creates the audit item for the transaction of a change. `about` is the id of an account, a conversation or a case. */
export function auditEntryOf(
  { who, now }: { readonly who: string; readonly now: Instant },
  note: AuditNote,
  about: string,
  outcome: string,
): AuditEntry {
  return { id: newId(now), at: now, who, ...note, about, outcome };
}

/** The name of a member of staff in the audit. */
export const staffName = ({ id, fullName }: Pick<User, 'id' | 'fullName'>): string =>
  `${id} ${fullName}`;
