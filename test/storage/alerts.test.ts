import { expect, test } from '@jest/globals';
import { alertsIn, dismissAlert, raiseAlert } from '#functions/storage/accounts/alerts.ts';
import { alertsKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { instant, later } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));
const NEXT = later(NOW, 1);

const alertsOf = async (userId: string) => alertsIn(await table.get(alertsKey(userId)));

test('an alert that is raised again counts both, adds their amounts and shows the later time', async () => {
  const userId = newId(NOW);
  const earned = (amount: number) => ({ kind: 'BONUS_EARNED', amount: cents(amount) }) as const;
  await table.write(raiseAlert(userId, earned(100), NOW));
  expect(await alertsOf(userId)).toEqual([{ ...earned(100), at: NOW, count: 1, about: null }]);
  await table.write(raiseAlert(userId, earned(50), NEXT));
  expect(await alertsOf(userId)).toEqual([{ ...earned(150), at: NEXT, count: 2, about: null }]);
});

test('an alert removes the one that it replaces, and no other', async () => {
  const userId = newId(NOW);
  const ended = { kind: 'PLAN_ENDED', about: 'STARTER', insteadOf: 'BADGE_LOST' } as const;
  for (const kind of ['BADGE_LOST', 'PLACE_FREE'] as const)
    await table.write(raiseAlert(userId, { kind }, NOW));
  await table.write(raiseAlert(userId, ended, NOW));
  const kinds = (await alertsOf(userId)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['PLACE_FREE', 'PLAN_ENDED']);
});

test('an alert that was raised again is not dismissed by who saw the earlier one', async () => {
  const userId = newId(NOW);
  const kind = 'BADGE_LOST';
  await table.write(raiseAlert(userId, { kind }, NOW));
  await table.write(raiseAlert(userId, { kind }, NEXT));
  expect(await dismissAlert(table, userId, { kind, at: NOW })).toBe('NEWER');
  expect(await alertsOf(userId)).toHaveLength(1);
  expect(await dismissAlert(table, userId, { kind, at: NEXT })).toBe('done');
  expect(await alertsOf(userId)).toEqual([]);
});

test('an alert without a count counts as one, of no amount', () => {
  expect(alertsIn({ BADGE_LOST_at: NOW })).toEqual([
    { kind: 'BADGE_LOST', at: NOW, count: 1, amount: 0, about: null },
  ]);
  expect(alertsIn(undefined)).toEqual([]);
});
