import { makeRoleGuard } from '#lib/permissions/guard.ts';

/*
 * Enforces the IAM permissions of functions in histories, also on rare paths: a call that the function's role does
 * not allow throws an unexpected error, which fails the history.
 */

const guard = makeRoleGuard();
let refuses = true;

// Checked for each request, because the table model answers without a client.
globalThis.roleGuard = { ...guard, watch: () => {} };

/** Turns the checks off: sweeps measure how much a schedule gets done, and its permissions are checked in histories. */
export function allowEverything(): void {
  refuses = false;
}

/**
 * Throws if the running function may not perform this operation on the table. `operation`: for example
 * `TransactWriteItems`.
 */
export function checkTable(operation: string, input: object): void {
  if (refuses) guard.check({ service: 'DynamoDB', operation, input });
}
