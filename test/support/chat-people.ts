import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { type HttpPerson, signInOver } from './client.ts';

/* Users of the seeded world on a paid plan who are contacts and have chats, set up over the API. */

/** Signs in a user of the seeded world, and changes to a paid plan if necessary. */
export async function member(
  origin: string,
  username: string,
  password = DEMO_PASSWORD,
): Promise<HttpPerson> {
  const person = await signInOver(origin, username, password);
  if ((await person.account()).licenseId !== 'FREE') return person;
  const { data: cards } = await person.does('viewPaymentMethod');
  if (cards.length === 0)
    await person.calls('updatePaymentMethod', { paymentMethodId: 'pm_card_visa' });
  await person.calls('upgradeSubscription', { licenseId: 'STARTER' });
  await person.refreshesTokens();
  return person;
}

/** Makes users contacts: one invites each of the others, who accept. */
export async function makeContacts(
  one: HttpPerson,
  ...others: readonly HttpPerson[]
): Promise<void> {
  for (const other of others) {
    await one.calls('createChatInvite', { userId: other.id });
    const { data } = await other.does('viewUserContactRequests');
    for (const { userContactId } of data) await other.calls('acceptUserContact', { userContactId });
  }
}

/** Returns the id of the direct chat of two contacts. */
export async function directChat(one: HttpPerson, other: HttpPerson): Promise<string> {
  const fields = { participantUserId: other.id, name: 'One-on-One' };
  return (await one.makes('createDirectChat', fields)).id;
}

/** Creates a group with contacts of the first user, and returns its id. */
export async function group(
  one: HttpPerson,
  name: string,
  ...others: readonly HttpPerson[]
): Promise<string> {
  const participantUserIds = others.map(({ id }) => id);
  return (await one.makes('createGroupChat', { participantUserIds, name })).id;
}

export async function write(person: HttpPerson, chatId: string, text: string): Promise<void> {
  await person.calls('createChatMessage', { chatId, messageText: `<p>${text}</p>` });
}
