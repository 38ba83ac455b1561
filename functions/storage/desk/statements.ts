import type { Statement } from '#shared/rules/desk/cases.ts';
import type { Instant } from '#shared/time.ts';
import { ifMissing } from '../changes.ts';
import { exists, within } from '../conditions.ts';
import { STATEMENT_PREFIX, statementKey, userPartition } from '../keys.ts';
import { allItems } from '../list-position.ts';
import {
  type Item,
  putNew,
  type Step,
  type TableReader,
  type TableWriter,
  update,
} from '../table.ts';

/* Statements of reasons, in the partition of the person whom they are addressed to. */

/** The step that writes a statement. SAME_STATEMENT: it was written already. */
export function writeStatement(statement: Statement): Step<'SAME_STATEMENT'> {
  return putNew(
    { ...statementKey(statement.userId, statement.id), ...statement },
    'SAME_STATEMENT',
  );
}

/** The step that notes the one appeal against a statement. APPEALED: there is one already, or no such statement. */
export function noteAppeal(
  { userId, id }: Pick<Statement, 'userId' | 'id'>,
  appeal: NonNullable<Statement['appeal']>,
): Step<'APPEALED'> {
  return update(
    statementKey(userId, id),
    { set: { appeal } },
    { when: { pk: exists, appeal: undefined }, otherwise: 'APPEALED' },
  );
}

/** The step that notes how an appeal was decided. DECIDED: it is decided already, or there is none. */
export function noteAppealDecision(
  { userId, id }: Pick<Statement, 'userId' | 'id'>,
  decision: NonNullable<NonNullable<Statement['appeal']>['decision']>,
  eventId: string,
): Step<'DECIDED'> {
  return update(
    statementKey(userId, id),
    { setIn: { appeal: { decision, eventId } } },
    { when: { appeal: within({ at: exists, decision: undefined }) }, otherwise: 'DECIDED' },
  );
}

/** Notes that the person opened a statement, and the decision of its appeal if there is one. It changes nothing the second time. */
export async function noteStatementRead(
  table: TableWriter,
  { userId, id, readAt, appeal }: Statement,
  now: Instant,
): Promise<void> {
  const isNews = readAt === undefined;
  const isAppealNews = appeal?.decision !== undefined && appeal.readAt === undefined;
  if (!isNews && !isAppealNews) return;
  await table.write(
    update(
      statementKey(userId, id),
      {
        set: { readAt: isNews ? ifMissing(now) : undefined },
        setIn: { appeal: { readAt: isAppealNews ? ifMissing(now) : undefined } },
      },
      { when: { pk: exists }, otherwise: 'GONE' },
    ),
  );
}

export async function statementOf(
  table: TableReader,
  userId: string,
  id: string,
): Promise<Statement | undefined> {
  const item = await table.get<Item>(statementKey(userId, id));
  return item && statementIn(item);
}

/** The newest 20 statements of a person, newest first. */
export async function statementsOf(table: TableReader, userId: string): Promise<Statement[]> {
  const { items } = await table.query<Item>({
    partition: userPartition(userId),
    prefix: STATEMENT_PREFIX,
    newestFirst: true,
    limit: 20,
    consistent: true,
  });
  return items.map(statementIn);
}

/** Reads all statements that a person got, the newest first. */
export async function allStatementsOf(table: TableReader, userId: string): Promise<Statement[]> {
  const items = await allItems<Item>(table, {
    partition: userPartition(userId),
    prefix: STATEMENT_PREFIX,
    newestFirst: true,
    consistent: true,
  });
  return items.map(statementIn);
}

function statementIn({ pk: _pk, sk: _sk, ...statement }: Item): Statement {
  return statement as unknown as Statement;
}
