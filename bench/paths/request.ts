import type { OperationName } from '../../shared/api/index.ts';
import type { World } from '../../test/support/world.ts';

/** What is sent to an operation. */
export type Request = {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Brings about all that comes before the usual call of an operation, and answers that call. */
export type Prepare = (world: World) => Promise<Request> | Request;

/** The usual calls of some operations. bench/measure-costs.ts needs one of every operation, or it does not compile. */
export type Paths = { readonly [Name in OperationName]?: Prepare };
