import { userByUsername } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { ensureSupportAccount } from '#functions/support/support-account.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { sceneOf } from './orders.ts';
import { type Person, personOf } from './people.ts';
import type { World } from './world.ts';

/* Help tickets in tests, through the real handler, and the support account that answers them. */

/** Creates the support account as a deployment does, and signs it in. */
export async function supportOf(world: World): Promise<Person> {
  const now = world.now();
  await ensureSupportAccount(table, async () => '', now);
  const user = await userByUsername(table, SUPPORT_USERNAME, now);
  if (!user) throw new Error('there is no support account');
  return personOf(world, user);
}

/** Creates a help ticket that has no answer yet. */
export async function pendingTicket(world: World, sender: Person) {
  const support = await supportOf(world);
  const { id } = await sender.asksSupport();
  return { ...sceneOf({ sender, recipient: support, id }), support };
}
