import type * as z from 'zod/mini';
import { type OperationName, operations } from '#shared/api/index.ts';

/*
 * Calls of operations as one person, whatever carries them: a handler in this process, a process of the simulation, or HTTP. Deeds
 * (the other files of this folder) are written in terms of a caller, so that the same sentence plays on each of them.
 */

/** The fields of an input, as they are sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** A response: the HTTP status, the parsed body, the headers, and the cookies that it sets. */
export type CallResponse = {
  readonly http: number;
  // biome-ignore lint/suspicious/noExplicitAny: refusals and successes of every operation
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
};

/** How a call is made, beyond its operation and its input. */
export type CallOptions = {
  /** The Idempotency-Key. */
  readonly key?: string | undefined;
  /** Fields that replace those of the deed, or are sent beside them. */
  readonly input?: Fields | undefined;
  /** Another access token than that of the caller's session; an empty one for none. */
  readonly as?: { readonly token: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cookies?: readonly string[] | undefined;
  /** The IP address that the call comes from. */
  readonly from?: string | undefined;
  /** Whether the input is sent as JSON, not as a form. */
  readonly json?: boolean | undefined;
  /** The body as it is sent, in place of the input. */
  readonly rawBody?: string | undefined;
  /** Milliseconds after which Lambda stops the function. */
  readonly timeout?: number | undefined;
};

/** A call as it is about to be sent. */
export type Request = {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST';
  readonly input: Fields;
  readonly options: CallOptions;
};

/** Sends a call and returns its response. Throws if no response arrives. */
export type Send = (request: Request) => Promise<CallResponse>;

/** The body of a successful response, as it is on the wire. */
export type Body<Name extends OperationName> = z.input<(typeof operations)[Name]['output']>;

/** The entity that an operation returns as `data: [entity]`. */
export type Entity<Name extends OperationName> =
  Body<Name> extends { data: readonly (infer One)[] } ? One : never;

/** A call under way: its result, or `Refused`. `responseTo` returns its response whatever it is. */
export type Deed<Result> = Promise<Result> & { readonly response: Promise<CallResponse> };

/** An operation refused the call, with the response's status, code, message and field errors. */
class Refused extends Error {
  readonly response: CallResponse;

  constructor(operation: string, response: CallResponse) {
    super(`${operation} was refused: ${response.http} ${JSON.stringify(response.body)}`);
    this.response = response;
  }
}

/** Returns the response to a call, whether it succeeded or not. */
export function responseTo(deed: Deed<unknown>): Promise<CallResponse> {
  deed.catch(() => undefined);
  return deed.response;
}

/** A deed that returns what `resultOf` makes of the result of another. */
export const returning = <First, Result>(
  deed: Deed<First>,
  resultOf: (result: First) => Result,
): Deed<Result> => Object.assign(deed.then(resultOf), { response: deed.response });

/**
 * Two operations as one deed: the second takes the result of the first. Its response is that of the second, or of the first if that
 * was refused.
 */
export function andThen<First, Result>(
  first: Deed<First>,
  second: (result: First) => Deed<Result>,
): Deed<Result> {
  const next = first.then((result) => ({ deed: second(result) }));
  const response = next.then(
    ({ deed }) => responseTo(deed),
    () => first.response,
  );
  // A failure rejects the result too, so it is no unhandled rejection here.
  response.catch(() => undefined);
  return Object.assign(
    next.then(({ deed }) => deed),
    { response },
  );
}

/** Whoever calls operations: a person with a session, or a visitor without one. */
export type Caller = {
  /** The id of the caller's account; empty for visitors. */
  readonly id: string;
  /** Calls an operation and returns the body of its response. */
  // biome-ignore lint/suspicious/noExplicitAny: the floor below the deeds, for input and output of every shape
  calls(operation: OperationName, input?: Fields, options?: CallOptions): Deed<any>;
  /** The same with the type of the body. */
  does<Name extends OperationName>(
    operation: Name,
    input?: Fields,
    options?: CallOptions,
  ): Deed<Body<Name>>;
  /** The same for an operation that returns one entity, which it returns. */
  makes<Name extends OperationName>(
    operation: Name,
    input?: Fields,
    options?: CallOptions,
  ): Deed<Entity<Name>>;
};

/** Makes a caller whose calls are sent by `send`. `id`: of the account. */
export function callerOf(id: string, send: Send): Caller {
  const begin = <Result>(
    operation: OperationName,
    input: Fields,
    options: CallOptions,
    resultOf: (body: CallResponse['body']) => Result,
  ): Deed<Result> => {
    const { method } = operations[operation];
    const sent = send({ operation, method, input: { ...input, ...options.input }, options });
    const result = sent.then((response) => {
      if (response.http !== 200) throw new Refused(operation, response);
      return resultOf(response.body);
    });
    return Object.assign(result, { response: sent });
  };
  const calls: Caller['calls'] = (operation, input = {}, options = {}) =>
    begin(operation, input, options, (body) => body);
  return {
    id,
    calls,
    does: calls,
    makes: (operation, input = {}, options = {}) =>
      begin(operation, input, options, (body) => body.data[0]),
  };
}
