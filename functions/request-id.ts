import { AsyncLocalStorage } from 'node:async_hooks';

/* Which request a function is working on: for what it leaves behind that others take up, and that leads back to it. */

const running = new AsyncLocalStorage<string>();

/** Runs the work of one request. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  running.run(requestId, work);

/** The id of the request that is running, as its log lines name it; undefined outside of a function. */
export const requestId = (): string | undefined => running.getStore();
