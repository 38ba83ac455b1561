import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import { isDanger, obstacleToCase } from '#shared/rules/desk/obstacles.ts';
import { caseById } from '../storage/desk/cases.ts';
import { statementOf } from '../storage/desk/statements.ts';
import type { TableReader } from '../storage/table.ts';
import { obstacleToPeople, peopleConcerned } from './concerns.ts';
import { type StaffCall, unseenObstacle } from './desk-context.ts';

/* Why a member of staff who sees a case may not decide it. docs/product/desk.md#who-may-not */

type Call = StaffCall & { readonly table: TableReader };

/** Why the caller may not decide a case that they see; undefined if they may. */
export async function obstacleToDeciding(call: Call, one: Case): Promise<string | undefined> {
  const { table, sessionUser } = call;
  const { id } = sessionUser;
  const deciders = await decidersOf(table, one);
  return (
    obstacleToCase(one, id, deciders) ??
    (await obstacleToPeople(table, id, await peopleConcerned(table, one))) ??
    (isDanger(one) ? unseenObstacle(call, one.id) : undefined)
  );
}

/** The members of staff who took part in the decision that is appealed; empty for other cases, and if an operator decided. */
export async function decidersOf(table: TableReader, one: Case): Promise<readonly string[]> {
  const statement = await appealedStatementOf(table, one);
  if (!statement) return [];
  const { byUserId, proposedByUserId, caseId } = statement;
  const before = caseId === undefined ? undefined : await caseById(table, caseId);
  return [
    byUserId,
    proposedByUserId,
    before?.decision?.byUserId,
    before?.proposal?.byUserId,
    before?.kind === 'REFUND' || before?.kind === 'BLOCK' ? before.openedBy : undefined,
  ].filter((id) => id !== undefined);
}

/** The statement that is appealed; undefined for other cases. */
const appealedStatementOf = async (
  table: TableReader,
  { subject, userId }: Case,
): Promise<Statement | undefined> =>
  subject.type === 'STATEMENT' ? statementOf(table, userId, subject.id) : undefined;
