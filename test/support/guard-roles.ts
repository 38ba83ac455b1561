import { afterEach } from '@jest/globals';
import { makeRoleGuard } from '#lib/permissions/guard.ts';

/*
 * Enforces the IAM permissions of functions in tests. Runs before each test file of a project that lists it in
 * jest.config.js. A call that the function's role does not allow is denied, and the test fails even if the function
 * handles the error.
 */

const refusals: string[] = [];

globalThis.roleGuard = makeRoleGuard((sentence) => refusals.push(sentence));

/** Returns and clears the denials since the last test. A test that expects denials calls it. */
export const takeRefusals = (): string[] => refusals.splice(0);

afterEach(() => {
  const [first] = takeRefusals();
  if (first) throw new Error(first);
});
