import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { type HttpPerson, signInOver } from './client.ts';

/* Users of the seeded world on a paid plan who are contacts. */

/** Signs in a user of the seeded world, and changes to a paid plan if necessary. */
export async function member(
  origin: string,
  username: string,
  password = DEMO_PASSWORD,
): Promise<HttpPerson> {
  const person = await signInOver(origin, username, password);
  if ((await person.account()).licenseId !== 'FREE') return person;
  if (!(await person.card())) await person.savesCard();
  await person.choosesPlan('STARTER');
  await person.refreshesTokens();
  return person;
}

/** Makes users contacts: one invites each of the others, who accept every invitation that they have. */
export async function makeContacts(
  one: HttpPerson,
  ...others: readonly HttpPerson[]
): Promise<void> {
  for (const other of others) {
    await one.invites(other);
    const { data } = await other.invitations();
    for (const { userContactId } of data) await other.accepts({ id: userContactId });
  }
}
