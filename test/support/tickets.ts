import { userByUsername } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { handler as createSupportTicket } from '#functions/support/createSupportTicket.ts';
import { ensureSupportAccount } from '#functions/support/support-account.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { type Answer, call } from './call.ts';
import { QUESTION } from './orders.ts';
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

export const TICKET = { messageSubject: 'My card is refused', messageText: QUESTION };

export function askSupport(sender: Person, more = {}, key?: string): Promise<Answer> {
  const headers = key ? { headers: { 'idempotency-key': key } } : {};
  return call(createSupportTicket, { ...TICKET, ...more }, { token: sender.token, ...headers });
}

/** Creates a help ticket that has no answer yet. */
export async function pendingTicket(world: World, sender: Person) {
  const support = await supportOf(world);
  const asked = await askSupport(sender);
  if (asked.http !== 200) throw new Error(`not sent: ${JSON.stringify(asked.body)}`);
  return { sender, support, id: String(asked.body.data[0].id) };
}
