import type { Context } from './context.ts';
import type { Params, Shape } from './params.ts';

/** The key of a request: secret on a server, publishable in a browser. */
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

/** A route whose answer gets the parameters it declares, typed. Answers throw a Refusal for an error response. */
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
