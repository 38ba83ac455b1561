import type { Case } from '#shared/rules/desk/cases.ts';
import { definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import { reportKey } from '../keys.ts';
import { put, type Step, type TableWriter } from '../table.ts';
import { caseById, openCase } from './cases.ts';

/*
 * Reports: one item per person and reported thing, in the partition of the person who reports, which leads to its case. It lets a
 * person have one open report of the same thing.
 */

export type Report = { readonly caseId: string };

const itemOf = ({ id: caseId, userId, openedAt: at, openedBy, subject }: Case) => ({
  ...reportKey(openedBy, subject.type, subject.id),
  caseId,
  userId,
  at,
});

/** The step that stores a report whose case another change opens, so that the person cannot report the same again. */
export const noteReport = (one: Case): Step<never> => put(itemOf(one));

/**
 * Writes a report: its case, its item and the idempotency key in one transaction. OPEN: an earlier report of the same
 * person about the same is not decided yet.
 */
export async function writeReport(
  table: TableWriter,
  one: Case,
  keyed: KeyedCall | undefined,
): Promise<'done' | 'SAME_KEY' | 'OPEN'> {
  const key = reportKey(one.openedBy, one.subject.type, one.subject.id);
  const earlier = await table.get<Report>(key);
  if (earlier && !(await caseById(table, earlier.caseId))?.decision) return 'OPEN';
  type Outcome = 'SAME_KEY' | 'OPEN' | 'SAME_CASE';
  const outcome = await table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, one.id, one.openedAt),
      put(itemOf(one), { when: { caseId: earlier?.caseId }, otherwise: 'OPEN' }),
      openCase(one),
    ]),
  );
  if (outcome === 'SAME_CASE') throw new Error(`case ${one.id} exists already`);
  return outcome;
}
