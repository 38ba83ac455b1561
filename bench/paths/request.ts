import type { World } from '../../test/support/world.ts';

/** What is sent to an operation. */
export type Request = {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Brings about all that comes before the usual call of an operation, and answers that call. */
export type Prepare = (world: World) => Promise<Request> | Request;

/** One for each operation of an area: a definition without its path does not compile. */
export type PathsOf<Area> = { readonly [Name in keyof Area]: Prepare };
