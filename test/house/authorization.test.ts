import { expect, test } from '@jest/globals';
import { operations } from '#shared/api/index.ts';
import { MATRIX } from '../functions/authorization/matrix.ts';

/* Completeness of the authorization matrix: each operation has an answer for every kind of caller. */

const HOW =
  'Run `npx jest --selectProjects functions -t <name> -- test/functions/authorization`: it prints the row for matrix.ts.';

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
