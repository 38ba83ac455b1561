import { expect, test } from '@jest/globals';
import type { Decisions } from './choices.ts';
import type { History } from './history.ts';
import { shrink } from './shrink.ts';

/* Shrinking, with a replay that fails for a known cause in place of the simulation. */

/** A history that violates `balance` if the sender cancels after a payment whose reply is lost, and `other` if there is a dispute. */
function replay(decisions: Decisions): Promise<History> {
  const paid = decisions.findIndex(([name, , reply]) => name === 'pay' && reply === 'lost');
  const cancelled = decisions.findLastIndex(([name]) => name === 'cancel');
  const violations = [
    ...(decisions.some(([name]) => name === 'dispute') ? ['other: a dispute was opened'] : []),
    ...(paid >= 0 && cancelled > paid ? ['balance: $25.00 are missing'] : []),
  ];
  return Promise.resolve({ decisions, violations, steps: [], coverage: {}, dump: [] });
}

const shrunk = async (decisions: Decisions) =>
  (await shrink(await replay(decisions), replay)).decisions;

test('a failing history shrinks to the steps and the choices that matter', async () => {
  const decisions = await shrunk([
    ['setup', 3],
    ['pay', 1, null],
    ['answer', true],
    ['pay', 2, 'lost'],
    ['step', 'crashAfter'],
    ['step'],
    ['wait', 4],
    ['cancel', 1],
    ['wait', 2],
    ['end'],
  ]);
  expect(decisions).toEqual([['setup', null], ['pay', null, 'lost'], ['cancel', null], ['end']]);
});

test('a history shrinks to the violation that it was found for, and not to another one', async () => {
  const decisions = await shrunk([['setup'], ['dispute'], ['pay', 1, 'lost'], ['cancel'], ['end']]);
  expect((await replay(decisions)).violations).toEqual(['other: a dispute was opened']);
  expect(decisions).toEqual([['setup'], ['dispute'], ['end']]);
});
