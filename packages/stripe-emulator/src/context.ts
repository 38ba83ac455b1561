import type { Wallet } from './cards.ts';
import type { EventSource } from './records.ts';
import type { Store } from './store.ts';

/** The dependencies of requests and clock-driven actions. */
export interface Context {
  readonly store: Store;
  /** The clock, in epoch milliseconds. */
  now(): number;
  /** How long a hold lasts, in milliseconds. */
  readonly holdMs: number;
  /** The wallets that buttons are shown for. */
  wallets(): readonly Wallet[];
  /** Whether holds say when they end. */
  namesHoldEnd(): boolean;
  /** The path of the browser handler at the application's origin, with a slash at both ends. */
  readonly browserPath: string;
  /** The request that is being answered; null for clock-driven actions. */
  readonly source: EventSource | null;
  /** The connected account that the request is made for (`Stripe-Account`). */
  readonly account?: string | undefined;
}

/** Stripe's times are Unix seconds. */
export function seconds(context: Pick<Context, 'now'>): number {
  return Math.floor(context.now() / 1000);
}

/** The earliest of the defined moments. */
export function earliest(moments: readonly (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
