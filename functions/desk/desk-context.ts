import { type Cents, cents } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import {
  isPermitted,
  QUEUE_OF_CASE,
  QUEUE_PERMISSIONS,
  type Queue,
} from '#shared/rules/desk/permissions.ts';
import { DEFAULT_REFUND_ALONE_CENTS, type Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { type User, usersById } from '../storage/accounts/users.ts';
import { type AuditEntry, writeAuditEntry } from '../storage/audit.ts';
import { caseById } from '../storage/desk/cases.ts';
import { hasLooked, noteLook } from '../storage/desk/looks.ts';
import type { Step, TableReader, TableWriter } from '../storage/table.ts';
import { auditEntryOf, staffName } from './audit-entries.ts';
import { refuseConcerned } from './concerns.ts';

/* What every operation of the desk needs: who acts, the audit, and the people it shows. */

/** The amount above which a second person decides a refund, by the settings of the stage. */
export const refundAloneOf = ({ refundAloneCents = DEFAULT_REFUND_ALONE_CENTS }: Settings): Cents =>
  cents(refundAloneCents);

/** The parts of a call of a member of staff. */
export type StaffCall = { readonly sessionUser: User; readonly now: Instant };

/** Refuses with FORBIDDEN a queue that the caller does not see. */
export function refuseQueue({ sessionUser }: StaffCall, queue: Queue): void {
  if (!isPermitted(sessionUser.permissionIds ?? [], QUEUE_PERMISSIONS[queue]))
    throw new Refusal('FORBIDDEN');
}

/**
 * Reads a case that the caller may see. Refuses with NOT_FOUND one that does not exist and one that concerns the caller, and with
 * FORBIDDEN one of another permission.
 */
export async function caseFor(
  call: StaffCall & { readonly table: TableReader },
  caseId: string,
): Promise<Case> {
  const found = await caseById(call.table, caseId);
  if (!found) throw new Refusal('NOT_FOUND');
  refuseQueue(call, QUEUE_OF_CASE[found.kind]);
  await refuseConcerned(call.table, call.sessionUser.id, found);
  return found;
}

/** Refuses with FORBIDDEN, if there is an obstacle: a sentence that says why the caller may not decide. */
export function refuseObstacle(obstacle: string | undefined): void {
  if (obstacle) throw new Refusal('FORBIDDEN', { message: obstacle });
}

/** An act of a member of staff. `about`: the id of what the operation changes. `reason`: why they do it. */
export type StaffAct = {
  readonly operation: string;
  readonly about: string;
  readonly reason: string;
  /** The member of staff who proposed it, if the caller is the second person, and why: the people concerned read that. */
  readonly proposedByUserId?: string;
  readonly proposedReason?: string;
  /** The case that it decides. */
  readonly caseId?: string;
};

/** The part of an act that its statements store. People read the reason of whoever proposed it, otherwise the caller's. */
export const wordsOfAct = ({
  reason,
  proposedReason = reason,
  proposedByUserId,
  caseId,
}: StaffAct) => ({ reason: proposedReason, proposedByUserId, caseId });

/** A further step of a decision: the end of its case, or what one person may do alone. */
export type FurtherStep = Step<'CLOSED' | 'LIMIT' | 'WAITING'>;

/** The audit entry of an act. */
export function deskAudit(
  { sessionUser, now }: StaffCall,
  { operation, about, reason }: StaffAct,
  outcome: string,
): AuditEntry {
  const note = { command: `${operation} ${about}`, reason };
  return auditEntryOf({ who: staffName(sessionUser), now }, note, about, outcome);
}

/** Writes to the audit that the caller looks at private content. It precedes the response, which is lost if this fails. */
export async function auditLook(
  call: StaffCall & { readonly table: TableWriter },
  look: StaffAct,
  shown: string,
): Promise<void> {
  await call.table.transact(
    writeAuditEntry(deskAudit(call, look, shown)),
    noteLook(look.about, call.sessionUser.id, call.now),
  );
}

/** Why the caller may not decide yet about content that somebody may be in danger for; undefined if they have seen it. */
export async function unseenObstacle(
  { table, sessionUser }: StaffCall & { readonly table: TableReader },
  about: string,
): Promise<string | undefined> {
  return (await hasLooked(table, about, sessionUser.id))
    ? undefined
    : 'Someone may be in danger. Look at what was reported before you decide.';
}

/** A person as the desk shows them. */
export const deskPersonOf = (user: User) => ({
  id: user.id,
  fullName: user.fullName,
  username: user.username,
  profileImageUrl: user.avatarUrl ?? null,
  blocked: user.blockedAt !== undefined,
});
export type DeskPerson = ReturnType<typeof deskPersonOf>;

/** The people of these ids; null for an account that is gone. */
export async function deskPeople(
  table: TableReader,
  ids: readonly string[],
  now: Instant,
): Promise<(id: string | undefined) => DeskPerson | null> {
  const users = await usersById(table, [...new Set(ids)], now, 'eventual');
  const people = new Map(users.flatMap((user) => (user ? [[user.id, deskPersonOf(user)]] : [])));
  return (id) => (id === undefined ? null : (people.get(id) ?? null));
}
