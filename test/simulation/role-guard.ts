import { makeRoleGuard } from '../../lib/permissions/guard.ts';

/*
 * What the role of a function would refuse is refused here too, on the rarest way through it: the function meets a fault that
 * nobody planned, and its history fails.
 */

const guard = makeRoleGuard();
let refuses = true;

// The table's place asks for each request: its model answers without a client.
globalThis.roleGuard = { ...guard, watch: () => {} };

/** From now on nothing is refused: a planted fault has to be noticed by what holds the money, not by a role. */
export function allowEverything(): void {
  refuses = false;
}

/** Throws where the function that runs may not do this. `operation`: `TransactWriteItems`. */
export function checkTable(operation: string, input: object): void {
  if (refuses) guard.check({ service: 'DynamoDB', operation, input });
}
