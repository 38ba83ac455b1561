import { casesById } from '#functions/storage/desk/cases.ts';
import { casesWaiting } from '#functions/storage/desk/queues.ts';
import { writeStatement } from '#functions/storage/desk/statements.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { Case, CaseKind, Statement } from '#shared/rules/desk/cases.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Reports, cases and statements of reasons in tests. */

/** The open cases of a kind, the most urgent first. */
async function casesOf(kind: CaseKind): Promise<Case[]> {
  const waiting = await casesWaiting(table, kind, { limit: 50 });
  return casesById(
    table,
    waiting.map(({ id }) => id),
  );
}

/** The open cases that a person opened, the newest last. */
export const casesBy = async ({ user }: Person, kind: CaseKind = 'REPORT'): Promise<Case[]> =>
  (await casesOf(kind))
    .filter(({ openedBy }) => openedBy === user.id)
    .sort((one, other) => one.openedAt - other.openedAt);

/** Writes a statement of reasons, as a member of staff does. */
export async function stateReasons(
  world: World,
  { user }: Person,
  more: Partial<Statement> = {},
): Promise<Statement> {
  const at = world.now();
  const statement: Statement = {
    id: newId(at),
    userId: user.id,
    at,
    deed: 'WARNED',
    rule: 'SPAM_PHISHING',
    facts: 'You sent the same advertisement to eleven people.',
    reason: 'Our rules do not allow advertising to people who did not ask for it.',
    ...more,
  };
  await table.write(writeStatement(statement));
  return statement;
}
