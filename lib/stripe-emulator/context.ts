import type { EventSource } from './records.ts';
import type { Store } from './store.ts';

/** What every request and every clock-driven action works with. */
export interface Context {
  readonly store: Store;
  /** The movable clock, in epoch milliseconds. */
  now(): number;
  /** How long a bank keeps money on hold before it lets go, in milliseconds. */
  readonly holdMs: number;
  /** The path of the browser handler at the application's origin, with a slash at both ends. */
  readonly browserPath: string;
  /** The request that is being answered; null for what happens by itself. */
  readonly source: EventSource | null;
  /** The connected account that the request is made for (`Stripe-Account`). */
  readonly account?: string | undefined;
}

/** Stripe's times are Unix seconds. */
export function seconds(context: Pick<Context, 'now'>): number {
  return Math.floor(context.now() / 1000);
}
