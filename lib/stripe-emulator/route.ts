import type { Params, Shape } from './params.ts';
import type { World } from './world.ts';

/** Who asks: the account with its secret key, or a browser with the publishable one. */
export type Caller = 'secret' | 'publishable';

/** One request the stand-in knows: its address, the parameters it takes and how it is answered. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With at most one `:id` and one `:inner`. */
  path: string;
  /** True where a browser may ask as well. */
  publishable: boolean;
  /** True where it can be asked for a connected account, with the header `Stripe-Account`. */
  connected: boolean;
  params: Shape;
  answer(world: World, params: Params<Shape>, id: string, caller: Caller, inner: string): unknown;
}

/** Ties what an answer reads to the parameters it declares. Answers throw a Refusal for "no". */
export function route<S extends Shape>(
  address: { method: Route['method']; path: string; publishable?: boolean; connected?: boolean },
  params: S,
  answer: (world: World, params: Params<S>, id: string, caller: Caller, inner: string) => unknown,
): Route {
  return {
    publishable: false,
    connected: false,
    ...address,
    params,
    answer: (world, read, ...more) => answer(world, read as Params<S>, ...more),
  };
}
