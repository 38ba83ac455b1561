import * as z from 'zod/mini';
import { statementView } from '#shared/api/statements.ts';
import { newId } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import { appealUntil, isAppealableDeed, type Statement } from '#shared/rules/desk/cases.ts';
import type { Instant } from '#shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { type User, usersById } from '../storage/accounts/users.ts';
import { definedSteps } from '../storage/counters.ts';
import { casesById, openCase } from '../storage/desk/cases.ts';
import {
  noteAppeal,
  noteStatementRead,
  statementOf,
  statementsOf,
} from '../storage/desk/statements.ts';
import { claimKey, type KeyedCall } from '../storage/idempotency.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/* Statements of reasons as the person reads them, and the appeal against one. docs/product/desk.md#statements */

type StatementView = z.output<typeof statementView>;

/** Whether a person can appeal a decision now: one against them, once, within its time. */
const isAppealable = ({ deed, appeal, at }: Statement, now: Instant) =>
  isAppealableDeed(deed) && appeal === undefined && now < appealUntil(at);

/** The decision as the person reads it. It does not name the case, whoever decided, or who reported. */
function statementViewOf(
  statement: Statement,
  report: StatementView['report'],
  now: Instant,
): StatementView {
  const { id, at, deed, facts, rule, reason, appeal, isOutcomePrivate } = statement;
  return {
    id,
    dateTime: at,
    deed,
    facts,
    rule,
    reason,
    report: report && isOutcomePrivate ? { ...report, upheld: null } : report,
    subject: statement.subject ?? null,
    conversation: statement.conversation ?? null,
    appealUntil: appealUntil(at),
    appealable: isAppealable(statement, now),
    appeal: appeal
      ? {
          dateTime: appeal.at,
          outcome: appeal.decision?.outcome ?? null,
          reason: appeal.decision?.reason ?? null,
        }
      : null,
  };
}

/** The newest decisions about a person, newest first. */
export async function statementViews(table: TableReader, userId: string, now: Instant) {
  const statements = await statementsOf(table, userId);
  const reports = await reportsOf(table, userId, statements, now);
  return statements.map((statement) =>
    statementViewOf(statement, reports.get(statement.caseId ?? '') ?? null, now),
  );
}

/** The person's own reports that the statements decide, by the id of the case. Nobody reads the report of somebody else. */
async function reportsOf(
  table: TableReader,
  userId: string,
  statements: readonly Statement[],
  now: Instant,
): Promise<ReadonlyMap<string, NonNullable<StatementView['report']>>> {
  const decided = statements.filter(({ deed }) => deed === 'REPORT_DECIDED');
  const caseIds = new Set(decided.flatMap(({ caseId }) => caseId ?? []));
  const cases = (await casesById(table, [...caseIds])).filter(
    ({ kind, openedBy }) => kind === 'REPORT' && openedBy === userId,
  );
  const ids = new Set(cases.map((one) => one.userId));
  const users = await usersById(table, [...ids], now, 'eventual');
  const people = new Map(users.flatMap((user) => (user ? [[user.id, reportedPerson(user)]] : [])));
  return new Map(
    cases.map(({ id, userId: aboutId, subject, reason, text, openedAt, decision }) => {
      const report = {
        person: people.get(aboutId) ?? null,
        subject: subject.type,
        rule: reason,
        text,
        dateTime: openedAt,
        upheld: decision?.outcome === 'UPHELD',
      };
      return [id, report] as const;
    }),
  );
}

/** The reported person, as whoever reported them reads it; null for a blocked account, which is shown to nobody. */
function reportedPerson({ id, fullName, avatarUrl, blockedAt }: User) {
  return blockedAt === undefined ? { id, fullName, profileImageUrl: avatarUrl ?? null } : null;
}

/** Notes that a person opened a decision. Refuses with NOT_FOUND an unknown one. */
export async function markAsRead(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  statementId: string,
): Promise<void> {
  const statement = await statementOf(table, userId, statementId);
  if (!statement) throw new Refusal('NOT_FOUND');
  await noteStatementRead(table, statement, now);
}

/**
 * Appeals a decision: notes the appeal and opens its case, in one transaction. Refuses with NOT_FOUND an unknown decision, and with
 * WRONG_STATUS a second appeal and one that is too late.
 */
export async function appeal(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  { statementId, text }: { readonly statementId: string; readonly text: string },
  keyed: KeyedCall | undefined,
): Promise<void> {
  const make = async () => {
    const statement = await statementOf(table, userId, statementId);
    if (!statement) throw new Refusal('NOT_FOUND');
    if (!isAppealable(statement, now)) throw notAppealable(statement);
    const caseId = newId(now);
    const outcome = await table.transact<'SAME_KEY' | 'APPEALED' | 'SAME_CASE'>(
      ...definedSteps<'SAME_KEY' | 'APPEALED' | 'SAME_CASE'>([
        claimKey(keyed, caseId, now),
        noteAppeal(statement, { caseId, at: now }),
        openCase({
          id: caseId,
          kind: 'APPEAL',
          version: 1,
          harm: 1,
          openedAt: now,
          openedBy: userId,
          userId,
          subject: { type: 'STATEMENT', id: statementId },
          reason: statement.rule,
          text,
          notes: [],
          quotes: [{ userId, at: statement.at, text: statement.facts }],
        }),
      ]),
    );
    if (outcome === 'APPEALED') throw notAppealable({ ...statement, appeal: { caseId, at: now } });
    return outcome === 'SAME_KEY' ? outcome : ('done' as const);
  };
  await onceForKey({ table, now }, keyed, make, () => 'done' as const);
}

const notAppealable = (statement: Statement) =>
  new Refusal('WRONG_STATUS', {
    message: whyNotAppealable(statement),
  });

function whyNotAppealable({ deed, appeal }: Statement): string {
  if (!isAppealableDeed(deed))
    return 'This decision isn’t against you, so there’s nothing to appeal.';
  return appeal
    ? 'You appealed this decision already. We look at each appeal once.'
    : 'The time to appeal this decision is over.';
}

/** The decision that blocked an account, as a refusal carries it; undefined if there is none. */
export async function blockingStatement(table: TableReader, userId: string, now: Instant) {
  const statements = await statementsOf(table, userId);
  const found =
    statements.find(({ deed }) => deed === 'ACCOUNT_BLOCKED') ??
    statements.find(({ deed }) => isAppealableDeed(deed));
  // A decision against the person decides no report of theirs, so nobody who signs in reads cases.
  return found && z.encode(statementView, statementViewOf(found, null, now));
}
