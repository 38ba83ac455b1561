import type { Context } from './context.ts';
import type { Params, Shape } from './params.ts';

/** Who asks: the account with its secret key, or a browser with the publishable one. */
export type Caller = 'secret' | 'publishable';

/** A route of the emulator: its method and path, its parameters and its response. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With at most one `:id` and one `:inner`. */
  path: string;
  /** True where a browser may ask as well. */
  publishable: boolean;
  /** True where it can be asked for a connected account, with the header `Stripe-Account`. */
  connected: boolean;
  params: Shape;
  answer(
    context: Context,
    params: Params<Shape>,
    id: string,
    caller: Caller,
    inner: string,
  ): unknown;
}

/** Ties what an answer reads to the parameters it declares. Answers throw a Refusal for "no". */
export function route<S extends Shape>(
  address: { method: Route['method']; path: string; publishable?: boolean; connected?: boolean },
  params: S,
  answer: (
    context: Context,
    params: Params<S>,
    id: string,
    caller: Caller,
    inner: string,
  ) => unknown,
): Route {
  return {
    publishable: false,
    connected: false,
    ...address,
    params,
    answer: (context, read, ...more) => answer(context, read as Params<S>, ...more),
  };
}
