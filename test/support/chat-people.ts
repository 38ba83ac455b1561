import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { Person, type Reply } from './client.ts';

/* Users of the seeded world on a paid plan who are contacts and have chats, set up over the API. */

/** Signs in a user of the seeded world, and changes to a paid plan if necessary. */
export async function member(
  origin: string,
  username: string,
  password = DEMO_PASSWORD,
): Promise<Person> {
  const person = new Person(origin);
  const signedIn = bodyOf(await person.signIn(username, password));
  person.userId = signedIn.user_id;
  const user = bodyOf(await person.get('checkUser')).data[0];
  if (user.licenseId !== 'FREE') return person;
  const { data: cards } = bodyOf(await person.get('viewPaymentMethod'));
  if (cards.length === 0) {
    bodyOf(await person.post('updatePaymentMethod', { paymentMethodId: 'pm_card_visa' }));
  }
  bodyOf(await person.post('upgradeSubscription', { licenseId: 'STARTER' }));
  await person.refresh();
  return person;
}

/** Makes users contacts: one invites each of the others, who accept. */
export async function makeContacts(one: Person, ...others: readonly Person[]): Promise<void> {
  for (const other of others) {
    bodyOf(await one.post('createChatInvite', { userId: other.userId }));
    const { data } = bodyOf(await other.get('viewUserContactRequests'));
    for (const { userContactId } of data) {
      bodyOf(await other.post('acceptUserContact', { userContactId }));
    }
  }
}

/** Returns the id of the direct chat of two contacts. */
export async function directChat(one: Person, other: Person): Promise<string> {
  const fields = { participantUserId: other.userId, name: 'One-on-One' };
  return bodyOf(await one.post('createDirectChat', fields)).data[0].id;
}

/** Creates a group with contacts of the first user, and returns its id. */
export async function group(
  one: Person,
  name: string,
  ...others: readonly Person[]
): Promise<string> {
  const participantUserIds = others.map(({ userId }) => userId);
  return bodyOf(await one.post('createGroupChat', { participantUserIds, name })).data[0].id;
}

export async function write(person: Person, chatId: string, text: string): Promise<void> {
  bodyOf(await person.post('createChatMessage', { chatId, messageText: `<p>${text}</p>` }));
}

/** Returns the body of a response; throws if the call failed. */
function bodyOf(reply: Reply): Reply['body'] {
  if (reply.http !== 200) throw new Error(`${reply.http} ${JSON.stringify(reply.body)}`);
  return reply.body;
}
