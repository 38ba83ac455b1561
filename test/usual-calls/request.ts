import type { OperationName } from '#shared/api/index.ts';
import type { World } from '#test/support/world.ts';

/** The request to an operation. */
export type Request = {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Prepares the data for the usual call of an operation, and returns its request. */
export type Prepare = (world: World) => Promise<Request> | Request;

/**
 * The usual calls of the operations of one area. usual-calls.ts does not compile unless every operation has
 * one.
 */
export type Paths = { readonly [Name in OperationName]?: Prepare };
