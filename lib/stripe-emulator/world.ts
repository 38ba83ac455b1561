import type { Books } from './books.ts';
import type { EventSource } from './events.ts';

/** What every request and every due moment works with. */
export interface World {
  readonly books: Books;
  /** The movable clock, in epoch milliseconds. */
  now(): number;
  /** How long a bank keeps money on hold before it lets go, in milliseconds. */
  readonly holdMs: number;
  /** The request that is being answered; null for what happens by itself. */
  readonly source: EventSource | null;
  /** The connected account that the request is made for (`Stripe-Account`). */
  readonly account?: string | undefined;
}

/** Stripe's times are Unix seconds. */
export function seconds(world: Pick<World, 'now'>): number {
  return Math.floor(world.now() / 1000);
}
