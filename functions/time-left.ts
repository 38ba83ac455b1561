import { AsyncLocalStorage } from 'node:async_hooks';

/* The remaining time of the running function, for gateways whose provider may take longer than that. */

const running = new AsyncLocalStorage<() => number>();

/** Runs work with `left`, which returns the remaining milliseconds. */
export const withTimeLeft = <Result>(left: () => number, work: () => Result): Result =>
  running.run(left, work);

/** Milliseconds until the running function times out; infinite outside of a function, as in an operator's command. */
export const timeLeft = (): number => running.getStore()?.() ?? Number.POSITIVE_INFINITY;
