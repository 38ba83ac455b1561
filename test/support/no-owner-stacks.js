import { createRequire } from 'node:module';

/*
 * Lets React's development build keep no call stack of each element, for warnings that name where it was made. The stacks took a tenth
 * of the time of tests of screens. React is loaded here, because it looks for `createTask` then. It counts the stacks that it has made,
 * and makes no more of them after ten thousand.
 */

console.createTask = undefined;
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  createRequire(import.meta.url)('react');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
