import { afterEach } from '@jest/globals';
import { makeRoleGuard } from '../../lib/permissions/guard.ts';

/*
 * Runs before each test file of a project that lists it in jest.config.js. A function that a test calls is refused what its
 * role would not allow, and the test fails, even where the function survives that.
 */

const refusals: string[] = [];

globalThis.roleGuard = makeRoleGuard((sentence) => refusals.push(sentence));

/** What was refused since the last test. A test that expects refusals takes them. */
export const takeRefusals = (): string[] => refusals.splice(0);

afterEach(() => {
  const [first] = takeRefusals();
  if (first) throw new Error(first);
});
