import type { FunctionDefinition } from '#shared/api/function-definition.ts';

/*
 * The role guard. For a deployed function, IAM denies what its definition does not allow. In the local system and in tests,
 * lib/permissions/guard.ts denies the same; it is set as a global before functions are loaded, so no bundle contains it.
 */

/** A client of an AWS service, in the form of the AWS SDK. */
export type AwsClient = {
  readonly middlewareStack: { add(middleware: never, options: never): void };
};

export type RoleGuard = {
  /** Runs a handler with the permissions of its function's definition. */
  inRole<Result>(definition: FunctionDefinition, handle: () => Result): Result;
  /** Checks every request of a client. */
  watch(client: AwsClient): void;
  /** Throws if the running function may not read a secret, even if another function has loaded it already. */
  checkSecret(name: string): void;
};

declare global {
  var roleGuard: RoleGuard | undefined;
}

/** Runs a handler with the permissions of its function, if a role guard is set. */
export const inRole = <Result>(definition: FunctionDefinition, handle: () => Result): Result =>
  globalThis.roleGuard ? globalThis.roleGuard.inRole(definition, handle) : handle();

/** Returns the same client; its requests are checked if a role guard is set. */
export function guarded<Client extends AwsClient>(client: Client): Client {
  globalThis.roleGuard?.watch(client);
  return client;
}

export const checkSecret = (name: string): void => globalThis.roleGuard?.checkSecret(name);
