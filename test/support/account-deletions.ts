import { handler as deleteAccounts } from '#functions/jobs/deleteAccounts.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { DELETION_WAIT } from '#shared/rules/accounts/account-deletion.ts';
import { MINUTE } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Deletions of accounts in tests, through the real schedule. */

export const runDeleteAccounts = (): Promise<void> => deleteAccounts({}, lambdaContext());

/** Requests the deletion of an account, and advances to the time at which it comes. */
export async function awaitDeletion(world: World, person: Person): Promise<void> {
  await person.asksForDeletion();
  await runDeleteAccounts();
  world.advance(DELETION_WAIT);
}

/**
 * Requests the deletion of an account, and makes it due at once: after 14 days no message that was sent before the request would
 * wait any more.
 */
export async function requestDueDeletion(world: World, person: Person): Promise<void> {
  await person.asksForDeletion();
  const due = update(userKey(person.user.id), { set: { deletionAt: world.now() } });
  await table.write(due);
}

/** Runs both steps of the deletions that are due. */
export async function completeDeletions(world: World): Promise<void> {
  await runDeleteAccounts();
  world.advance(2 * MINUTE);
  await runDeleteAccounts();
}
