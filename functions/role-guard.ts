import type { FunctionDefinition } from '../shared/api/function-definition.ts';

/*
 * Where a function is deployed, IAM refuses what its definition does not allow. On a developer's machine and in tests a guard
 * refuses the same: lib/permissions/guard.ts, set as a global before functions are loaded. So it is in no bundle.
 */

/** A client of the AWS SDK. */
export type AwsClient = {
  readonly middlewareStack: { add(middleware: never, options: never): void };
};

export type RoleGuard = {
  /** Runs a handler in the role of the function that a definition makes. */
  inRole<Result>(definition: FunctionDefinition, handle: () => Result): Result;
  /** Checks every request of a client. */
  watch(client: AwsClient): void;
  /** Throws when the function that runs may not read a secret, even if an earlier function has read it. */
  checkSecret(name: string): void;
};

declare global {
  var roleGuard: RoleGuard | undefined;
}

/** Runs a handler in its role, where roles are guarded here. */
export const inRole = <Result>(definition: FunctionDefinition, handle: () => Result): Result =>
  globalThis.roleGuard ? globalThis.roleGuard.inRole(definition, handle) : handle();

/** The same client, whose requests are checked where roles are guarded here. */
export function guarded<Client extends AwsClient>(client: Client): Client {
  globalThis.roleGuard?.watch(client);
  return client;
}

export const checkSecret = (name: string): void => globalThis.roleGuard?.checkSecret(name);
