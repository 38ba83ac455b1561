import { newId } from '../../../shared/ids.ts';
import type { Case, CaseDecision } from '../../../shared/rules/desk/cases.ts';
import type { Instant } from '../../../shared/time.ts';
import { addToCounters, definedSteps } from '../counters.ts';
import { claimKey, type KeyedCall } from '../idempotency.ts';
import {
  caseIdIn,
  REPORT_PREFIX,
  reportCountKey,
  reportedIndex,
  reportedList,
  reportKey,
  userPartition,
} from '../keys.ts';
import { publishEvent } from '../outbox.ts';
import { put, type Step, type TableReader, type TableWriter } from '../table.ts';
import { caseById, openCase } from './cases.ts';

/*
 * Reports: one item per person and reported thing, in the partition of the person who reports, which leads to its case. It lets a
 * person have one open report of the same thing. Both people have a counter.
 */

type Report = { readonly caseId: string };

/** How many reports a person made, and how many others made about them. */
export type ReportCounts = { readonly made: number; readonly received: number };

/**
 * Writes a report: its case, its item, both counters and the idempotency key in one transaction. OPEN: an earlier report of the same
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
  const item = {
    ...key,
    ...reportedIndex(one.userId, one.openedAt, one.id),
    ...{ caseId: one.id, userId: one.userId, at: one.openedAt },
  };
  type Outcome = 'SAME_KEY' | 'OPEN' | 'SAME_CASE';
  const outcome = await table.transact<Outcome>(
    ...definedSteps<Outcome>([
      claimKey(keyed, one.id, one.openedAt),
      put(item, {
        ...(earlier
          ? { when: '#caseId = :earlier', values: { earlier: earlier.caseId } }
          : { when: 'attribute_not_exists(#pk)' }),
        otherwise: 'OPEN',
      }),
      openCase(one),
      addToCounters(reportCountKey(one.openedBy), { made: 1 }),
      addToCounters(reportCountKey(one.userId), { received: 1 }),
    ]),
  );
  if (outcome === 'SAME_CASE') throw new Error(`case ${one.id} exists already`);
  return outcome;
}

/** The step that tells the person who reported that their report was decided; in the transaction of the decision. */
export const publishReportDecision = (
  { openedBy: userId }: Pick<Case, 'openedBy'>,
  { at, outcome }: Pick<CaseDecision, 'at' | 'outcome'>,
): Step<never> =>
  publishEvent({ id: newId(at), type: 'report.decided', at, detail: { userId, outcome } });

/** The step that tells a person that there is a new statement for them; in the transaction that writes it. */
export const publishStatement = (userId: string, now: Instant): Step<never> =>
  publishEvent({ id: newId(now), type: 'statement.written', at: now, detail: { userId } });

/** The numbers of reports by and about a person. One read. */
export async function reportCountsOf(table: TableReader, userId: string): Promise<ReportCounts> {
  const counts = await table.get<Partial<ReportCounts>>(reportCountKey(userId));
  return { made: counts?.made ?? 0, received: counts?.received ?? 0 };
}

/** The ids of the cases of the newest reports about a person, newest first. The index may lag behind. */
export async function reportsAbout(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<string[]> {
  const { items } = await table.query<{ readonly gsi1sk: string }>({
    ...{ index: 'gsi1', partition: reportedList(userId), newestFirst: true, limit },
  });
  return items.map(({ gsi1sk }) => caseIdIn(gsi1sk));
}

/** The ids of the cases of at most `limit` reports that a person made. */
export async function reportsBy(
  table: TableReader,
  userId: string,
  limit: number,
): Promise<string[]> {
  const { items } = await table.query<Report>({
    ...{ partition: userPartition(userId), prefix: REPORT_PREFIX, limit },
  });
  return items.map(({ caseId }) => caseId);
}
