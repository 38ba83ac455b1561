import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * The id of the current request. Domain events and other stored data carry it, so that they can be traced back to the
 * request.
 */

const running = new AsyncLocalStorage<string>();

/** Runs `work` with the id of its request. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  running.run(requestId, work);

/** The id of the current request, as in its log lines; undefined outside of a function. */
export const requestId = (): string | undefined => running.getStore();
