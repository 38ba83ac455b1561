import { expect, test } from '@jest/globals';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { MATRIX } from '../functions/authorization/matrix.ts';

/*
 * The authorization matrix has an answer of each operation for every kind of caller, and its answers agree with the caller that the
 * definition requires. So a row that was written by a command without being read still cannot let in anyone else.
 */

const HOW = '`npm run accept -- access` writes it; look at every letter.';
const SUCCESS = '+';
const UNAUTHENTICATED = 's';

test('every operation has a row in the authorization matrix, and every row an operation', () => {
  const names = Object.keys(operations);
  const missing = names.filter((name) => !MATRIX.has(name));
  const stale = [...MATRIX.keys()].filter((name) => !names.includes(name));
  const faults = [
    ...missing.map((name) => `${name} has no row. ${HOW}`),
    ...stale.map((name) => `${name} has a row and is no operation.`),
  ];
  expect(faults).toEqual([]);
});

/** The columns of a row: three of visitors, five of strangers, from an unconfirmed phone to the highest plan, two who take part, two ended. */
const columnsOf = (name: string, from: number, to: number): readonly string[] =>
  (MATRIX.get(name) ?? []).slice(from, to);

const namesOf = (...who: OperationSpec['who'][]) =>
  Object.values(operations)
    .filter((one) => who.includes(one.who))
    .map(({ name }) => name);

test('an operation that needs a caller answers visitors UNAUTHENTICATED, and so do forged and expired tokens', () => {
  const open = namesOf('signedIn', 'verified', 'member', 'staff').filter((name) =>
    columnsOf(name, 0, 3).some((letter) => letter !== UNAUTHENTICATED),
  );
  expect(open).toEqual([]);
});

test('an operation for confirmed callers refuses a caller whose phone is not confirmed', () => {
  const open = namesOf('verified', 'member', 'staff').filter((name) =>
    columnsOf(name, 3, 4).includes(SUCCESS),
  );
  expect(open).toEqual([]);
});

test('an operation for members refuses strangers without a paid plan', () => {
  const open = namesOf('member').filter((name) => columnsOf(name, 3, 6).includes(SUCCESS));
  expect(open).toEqual([]);
});

test('an operation for staff refuses every stranger', () => {
  const open = namesOf('staff').filter((name) => columnsOf(name, 3, 8).includes(SUCCESS));
  expect(open).toEqual([]);
});
