import type { Context } from './context.ts';
import type { Params, Shape } from './params.ts';

/** The kind of API key of a request: secret from a server, publishable from a browser. */
export type Caller = 'secret' | 'publishable';

/** A route of the emulator: its method and path, its parameters and its response. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path, with at most one `:id` and one `:inner`. */
  path: string;
  /** Whether a browser may call it with the publishable key. */
  publishable: boolean;
  /** Whether it accepts the header `Stripe-Account`, for a connected account. */
  connected: boolean;
  /** Whether its body has parts, with a file, instead of form encoding. */
  multipart: boolean;
  params: Shape;
  answer(
    context: Context,
    params: Params<Shape>,
    id: string,
    caller: Caller,
    inner: string,
  ): unknown;
}

/** Creates a route with typed parameters. Its handler throws a Refusal for an error response. */
export function route<S extends Shape>(
  address: Pick<Route, 'method' | 'path'> &
    Partial<Pick<Route, 'publishable' | 'connected' | 'multipart'>>,
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
    multipart: false,
    ...address,
    params,
    answer: (context, read, ...more) => answer(context, read as Params<S>, ...more),
  };
}
