import { handler as cancelAccountDeletion } from '#functions/accounts/cancelAccountDeletion.ts';
import { handler as requestAccountDeletion } from '#functions/accounts/requestAccountDeletion.ts';
import { handler as viewAccountDeletion } from '#functions/accounts/viewAccountDeletion.ts';
import { handler as deleteAccounts } from '#functions/jobs/deleteAccounts.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { DELETION_WAIT } from '#shared/rules/accounts/account-deletion.ts';
import { MINUTE } from '#shared/time.ts';
import { call, lambdaContext } from './call.ts';
import { PASSWORD, type Person, signedIn } from './people.ts';
import type { World } from './world.ts';

/* Deletions of accounts in tests, through the real handlers and the real schedule. */

type Session = Pick<Person, 'token'>;

export const requestDeletion = (
  { token }: Session,
  proof: Record<string, string> = { password: PASSWORD },
) => call(requestAccountDeletion, proof, { token });

export const keepAccount = ({ token }: Session) => call(cancelAccountDeletion, {}, { token });

/** The deletion as the person sees it, in a session of its own. */
export async function seenDeletion(world: World, { user }: Person) {
  const { token } = await signedIn(user, world.now());
  return (await call(viewAccountDeletion, {}, { method: 'GET', token })).body.data[0];
}

export const runDeleteAccounts = (): Promise<void> => deleteAccounts({}, lambdaContext());

/** Requests the deletion of an account, and advances to the time at which it comes. */
export async function awaitDeletion(world: World, person: Person): Promise<void> {
  const { http, body } = await requestDeletion(person);
  if (http !== 200) throw new Error(`not requested: ${JSON.stringify(body)}`);
  await runDeleteAccounts();
  world.advance(DELETION_WAIT);
}

/**
 * Requests the deletion of an account, and makes it due at once: after 14 days no message that was sent before the request would
 * wait any more.
 */
export async function requestDueDeletion(world: World, person: Person): Promise<void> {
  const { http, body } = await requestDeletion(person);
  if (http !== 200) throw new Error(`not requested: ${JSON.stringify(body)}`);
  const due = update(userKey(person.user.id), { set: { deletionAt: world.now() } });
  await table.write(due);
}

/** Runs both steps of the deletions that are due. */
export async function completeDeletions(world: World): Promise<void> {
  await runDeleteAccounts();
  world.advance(2 * MINUTE);
  await runDeleteAccounts();
}
