import { type Instant, monthOf, toIso } from '#shared/time.ts';
import { auditKey, auditPartition } from './keys.ts';
import { allItems } from './list-position.ts';
import { putNew, type Step, type TableReader } from './table.ts';

/*
 * The audit log of the actions of operators and staff: written in the transaction of the action, or before it. Only functions of
 * the desk and the job that deletes accounts may append to it; none may change or delete an entry (lib/cloud/permissions.ts).
 */

/** An entry of the audit log. */
export type AuditEntry = {
  readonly id: string;
  readonly at: Instant;
  /** The operator: the AWS identity, or the user of the local machine. For staff: the id and name of their account. */
  readonly who: string;
  /** The command as typed: `refund 01K…`; at the desk, the operation: `decideCase 01K…`. */
  readonly command: string;
  /** The id of the account or conversation that was changed. */
  readonly about: string;
  readonly reason: string;
  /** The result, in a sentence. */
  readonly outcome: string;
};

/** The step that writes an audit entry. Throws if the entry exists already. */
export function writeAuditEntry(act: AuditEntry): Step<never> {
  return { ...putNew({ ...auditKey(act.at, act.id), ...act }, 'WRITTEN'), otherwise: undefined };
}

/** The audit entries from `since` to `now`, the oldest first; one query per month. */
export async function auditEntriesSince(
  table: TableReader,
  since: Instant,
  now: Instant,
): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (const month of monthsBetween(since, now)) {
    const list = { partition: auditPartition(month), after: toIso(since), consistent: true };
    found.push(...(await allItems<AuditEntry>(table, list)));
  }
  return found;
}

function monthsBetween(since: Instant, now: Instant): string[] {
  const months: string[] = [];
  for (let [year, month] = partsOf(monthOf(since)); ; month += 1) {
    if (month > 12) [year, month] = [year + 1, 1];
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name > monthOf(now)) return months;
    months.push(name);
  }
}

function partsOf(month: string): [year: number, month: number] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return [year, number];
}
