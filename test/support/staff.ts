import { userById } from '#functions/storage/accounts/users.ts';
import { openCase } from '#functions/storage/desk/cases.ts';
import { writeStatement } from '#functions/storage/desk/statements.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import type { World } from './world.ts';

/* The cases that staff of the desk decide in tests. */

/** Opens a case; by default the report of the profile of `userId` by `openedBy`. */
export async function openedCase(
  world: World,
  { openedBy, userId }: Pick<Case, 'openedBy' | 'userId'>,
  more: Partial<Case> = {},
): Promise<Case> {
  const now = world.now();
  const one: Case = {
    id: newId(now),
    kind: 'REPORT',
    version: 1,
    harm: 1,
    openedAt: now,
    openedBy,
    userId,
    subject: { type: 'PROFILE', id: userId },
    reason: 'IMPERSONATION',
    text: 'Not them.',
    quotes: [{ userId, at: now, text: 'I am the mayor.' }],
    notes: [],
    ...more,
  };
  const outcome = await table.write(openCase(one));
  if (outcome !== 'done') throw new Error(`the case was not opened: ${outcome}`);
  return one;
}

/** Writes a statement of reasons with an appeal, and opens its case. */
export async function appealedStatement(
  world: World,
  userId: string,
  deed: Statement['deed'] = 'ACCOUNT_BLOCKED',
): Promise<{ statement: Statement; appeal: Case }> {
  const [now, id, caseId] = [world.now(), newId(world.now()), newId(world.now())];
  const statement: Statement = {
    id,
    userId,
    at: now,
    deed,
    facts: 'Your profile was reported.',
    rule: 'IMPERSONATION',
    reason: 'You are not the mayor.',
    appeal: { caseId, at: now },
    byUserId: newId(now),
  };
  await table.write(writeStatement(statement));
  const appeal = await openedCase(
    world,
    { openedBy: userId, userId },
    {
      id: caseId,
      kind: 'APPEAL',
      subject: { type: 'STATEMENT', id },
      reason: 'WRONG',
      text: 'I am the mayor.',
      quotes: [],
    },
  );
  return { statement, appeal };
}

/** The account as it is stored now. */
export async function storedUser(world: World, id: string) {
  const user = await userById(table, id, world.now());
  if (!user) throw new Error(`there is no account ${id}`);
  return user;
}
