import { AsyncLocalStorage } from 'node:async_hooks';

/* How long the function that is running may still run: for gateways whose provider may hang for longer than that. */

const running = new AsyncLocalStorage<() => number>();

/** Runs work that is stopped when `left` milliseconds have passed. */
export const withTimeLeft = <Result>(left: () => number, work: () => Result): Result =>
  running.run(left, work);

/** Milliseconds until the running function is stopped; endless outside of one, as in an operator's command. */
export const timeLeft = (): number => running.getStore()?.() ?? Number.POSITIVE_INFINITY;
