import { handler as moveChats } from '#functions/events/moveChats.ts';
import { chatMessageKey, contactKey, roomKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { later, SECOND } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import type { Person } from './people.ts';
import { newPerson } from './people.ts';
import type { World } from './world.ts';

/*
 * Chats in tests. Contacts and long histories are written to the table directly, because fifty invitations or a thousand messages
 * would take too long.
 */

/** Makes these people contacts of one person, on both sides. */
export async function seedContacts(
  world: World,
  { user }: Person,
  others: readonly Person[],
): Promise<void> {
  const tie = { status: 'CONTACT', at: world.now() };
  for (const other of others) {
    await table.write(put({ ...contactKey(user.id, other.user.id), ...tie }));
    await table.write(put({ ...contactKey(other.user.id, user.id), ...tie }));
  }
}

/** Creates this many people on a paid plan, who are contacts of the first. */
export async function friends(world: World, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let nth = 0; nth < count; nth += 1)
    people.push(await newPerson(world, { licenseId: 'STARTER' }));
  const [first, ...others] = people;
  if (first) await seedContacts(world, first, others);
  return people;
}

/** Creates two contacts and their chat. */
export async function pair(world: World) {
  const [ana, ben] = (await friends(world, 2)) as [Person, Person];
  return { ana, ben, chat: await ana.opensChat(ben) };
}

/** Creates a group of this many users; the first one is its creator. */
export async function groupOf(world: World, count: number, name?: string) {
  const people = await friends(world, count);
  const [maker, ...others] = people as [Person, ...Person[]];
  return { maker, others, people, chat: await maker.opensGroup(others, name) };
}

/** Delivers the event of a message or an announcement to its subscribers, as the bus does. */
export function deliverMessageEvent(world: World, chat: Ref, message: { dateTimeSent: string }) {
  const fact: DomainEvent<'chat.messageSent'> = {
    id: 'sent',
    type: 'chat.messageSent',
    at: world.now(),
    detail: { chatId: chat.id, byUserId: '', messageAt: Date.parse(message.dateTimeSent) },
  };
  return moveChats({ detail: fact } as never, lambdaContext());
}

/** Seeds this many messages of one person in an empty chat, a second apart. */
export async function seedMessages(
  world: World,
  chat: Ref,
  { user }: Person,
  count: number,
  content = '<p>Hello</p>',
): Promise<void> {
  const began = later(world.now(), -count * SECOND);
  const momentOf = (number: number) => later(began, number * SECOND);
  const messages = Array.from({ length: count }, (_, index) => ({
    ...chatMessageKey(chat.id, momentOf(index + 1)),
    chatId: chat.id,
    number: index + 1,
    userId: user.id,
    fullName: user.fullName,
    avatarUrl: null,
    content,
    sentAt: momentOf(index + 1),
    previousAt: momentOf(index),
  }));
  // A transaction has at most 100 items and four megabytes.
  const atOnce = Math.min(100, Math.ceil(1_000_000 / content.length));
  for (let at = 0; at < count; at += atOnce)
    await table.transact(...messages.slice(at, at + atOnce).map((message) => put(message)));
  const newest = { number: count, newestAt: momentOf(count), newestBy: user.id, preview: 'Hello' };
  await table.write(
    update(roomKey(chat.id), { set: newest, setIn: { members: { [user.id]: count } } }),
  );
}
