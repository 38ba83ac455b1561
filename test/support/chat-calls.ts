import { handler as addChatMembers } from '#functions/chat/addChatMembers.ts';
import { handler as createChatMessage } from '#functions/chat/createChatMessage.ts';
import { handler as createChatPicture } from '#functions/chat/createChatPicture.ts';
import { handler as createChatRead } from '#functions/chat/createChatRead.ts';
import { handler as createDirectChat } from '#functions/chat/createDirectChat.ts';
import { handler as createGroupChat } from '#functions/chat/createGroupChat.ts';
import { handler as deleteChatMessage } from '#functions/chat/deleteChatMessage.ts';
import { handler as editChatMessage } from '#functions/chat/editChatMessage.ts';
import { handler as leaveChat } from '#functions/chat/leaveChat.ts';
import { handler as markChatAsTyping } from '#functions/chat/markChatAsTyping.ts';
import { handler as muteChat } from '#functions/chat/muteChat.ts';
import { handler as reactToChatMessage } from '#functions/chat/reactToChatMessage.ts';
import { handler as removeChatAsTyping } from '#functions/chat/removeChatAsTyping.ts';
import { handler as removeChatMember } from '#functions/chat/removeChatMember.ts';
import { handler as renameChat } from '#functions/chat/renameChat.ts';
import { handler as searchChatMessages } from '#functions/chat/searchChatMessages.ts';
import { handler as updateChatPhoto } from '#functions/chat/updateChatPhoto.ts';
import { handler as viewChat } from '#functions/chat/viewChat.ts';
import { handler as viewChatList } from '#functions/chat/viewChatList.ts';
import { handler as viewChatMessages } from '#functions/chat/viewChatMessages.ts';
import { handler as viewChatMessagesSince } from '#functions/chat/viewChatMessagesSince.ts';
import { handler as viewChatParticipants } from '#functions/chat/viewChatParticipants.ts';
import { handler as moveChats } from '#functions/events/moveChats.ts';
import { chatMessageKey, contactKey, roomKey } from '#functions/storage/keys.ts';
import { put, table, update } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { later, SECOND } from '#shared/time.ts';
import { type Answer, call, lambdaContext } from './call.ts';
import { newMember } from './contacts.ts';
import { dataUrlOf, jpegOf } from './image-fixtures.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/*
 * Chat operations through the real handlers. Contacts are seeded directly, because fifty invitations would take too
 * long.
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
  for (let nth = 0; nth < count; nth += 1) people.push(await newMember(world));
  const [first, ...others] = people;
  if (first) await seedContacts(world, first, others);
  return people;
}

type Caller = Pick<Person, 'token'>;

const withKey = ({ token }: Caller, key: string | undefined) => ({
  token,
  ...(key && { headers: { 'idempotency-key': key } }),
});

export const openDirect = ({ token }: Caller, other: Person): Promise<Answer> =>
  call(createDirectChat, { participantUserId: other.user.id, name: 'One-on-One' }, { token });

export const openGroup = (
  one: Caller,
  others: readonly Person[],
  name = 'Sunday walks',
  key?: string,
): Promise<Answer> => {
  const participantUserIds = others.map(({ user }) => user.id);
  return call(createGroupChat, { participantUserIds, name }, withKey(one, key));
};

/** Creates two contacts and their chat. */
export async function pair(world: World) {
  const [ana, ben] = (await friends(world, 2)) as [Person, Person];
  const { body } = await openDirect(ana, ben);
  return { ana, ben, chatId: String(body.data[0].id) };
}

/** Creates a group of this many users; the first one is its creator. */
export async function groupOf(world: World, count: number, name?: string) {
  const people = await friends(world, count);
  const [maker, ...others] = people as [Person, ...Person[]];
  const { body } = await openGroup(maker, others, name);
  return { maker, others, people, chatId: String(body.data[0].id) };
}

export const say = (
  one: Caller,
  chatId: string,
  messageText = '<p>Hello</p>',
  key?: string,
): Promise<Answer> => call(createChatMessage, { chatId, messageText }, withKey(one, key));

export const sendPicture = (
  one: Caller,
  chatId: string,
  base64Image = dataUrlOf(jpegOf(40, 30), 'image/jpeg'),
  { caption, key }: { readonly caption?: string; readonly key?: string } = {},
): Promise<Answer> =>
  call(
    createChatPicture,
    { chatId, base64Image, ...(caption !== undefined && { messageText: caption }) },
    withKey(one, key),
  );

/** The answer's message, as the operations that change it identify it. */
type Sent = { readonly id: string; readonly dateTimeSent: string };
const ofSent = ({ id, dateTimeSent }: Sent) => ({ chatMessageId: id, dateTimeSent });

export const edit = ({ token }: Caller, sent: Sent, messageText: string) =>
  call(editChatMessage, { ...ofSent(sent), messageText }, { token });
export const unsay = ({ token }: Caller, sent: Sent) =>
  call(deleteChatMessage, ofSent(sent), { token });
export const reactTo = ({ token }: Caller, sent: Sent, reaction?: string) =>
  call(reactToChatMessage, { ...ofSent(sent), ...(reaction && { reaction }) }, { token });

export const leave = ({ token }: Caller, chatId: string, next?: Person) =>
  call(leaveChat, { chatId, ...(next && { nextOwnerUserId: next.user.id }) }, { token });
export const addTo = ({ token }: Caller, chatId: string, ...people: readonly Person[]) =>
  call(
    addChatMembers,
    { chatId, participantUserIds: people.map(({ user }) => user.id) },
    { token },
  );
export const removeFrom = ({ token }: Caller, chatId: string, { user }: Person) =>
  call(removeChatMember, { chatId, userId: user.id }, { token });
export const rename = ({ token }: Caller, chatId: string, name: string) =>
  call(renameChat, { chatId, name }, { token });
export const setPhoto = (one: Caller, chatId: string, base64Image: string, key?: string) =>
  call(updateChatPhoto, { chatId, base64Image }, withKey(one, key));
export const mute = ({ token }: Caller, chatId: string, muted = true) =>
  call(muteChat, { chatId, muted }, { token });
export const readTo = ({ token }: Caller, chatMessageId: string) =>
  call(createChatRead, { chatMessageId }, { token });
export const typeIn = ({ token }: Caller, chatId: string) =>
  call(markChatAsTyping, { chatId }, { token });
export const stopIn = ({ token }: Caller, chatId: string) =>
  call(removeChatAsTyping, { chatId }, { token });

const look =
  (handler: unknown) =>
  ({ token }: Caller, input: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    call(handler, input, { method: 'GET', token });

export const viewOne = (who: Caller, id: string) => look(viewChat)(who, { id });
export const viewList = look(viewChatList);
export const viewPeople = (who: Caller, chatId: string) =>
  look(viewChatParticipants)(who, { chatId });
export const viewMessages = (who: Caller, chatId: string, place = {}) =>
  look(viewChatMessages)(who, { chatId, ...place });
export const searchMessages = (who: Caller, chatId: string, searchText: string, place = {}) =>
  look(searchChatMessages)(who, { chatId, searchText, ...place });
export const poll = (who: Caller, chatId: string, sinceTime: string, sinceRevision?: number) =>
  look(viewChatMessagesSince)(who, {
    chatId,
    sinceTime,
    ...(sinceRevision !== undefined && { sinceRevision: String(sinceRevision) }),
  });

/** Delivers the event of a message or an announcement to its subscribers, as the bus does. */
export function deliverMessageEvent(
  world: World,
  chatId: string,
  message: { dateTimeSent: string },
) {
  const fact: DomainEvent<'chat.messageSent'> = {
    id: 'sent',
    type: 'chat.messageSent',
    at: world.now(),
    detail: { chatId, byUserId: '', messageAt: Date.parse(message.dateTimeSent) },
  };
  return moveChats({ detail: fact } as never, lambdaContext());
}

/** Seeds this many messages of one person in an empty chat, a second apart. */
export async function seedMessages(
  world: World,
  chatId: string,
  { user }: Person,
  count: number,
  content = '<p>Hello</p>',
): Promise<void> {
  const began = later(world.now(), -count * SECOND);
  const momentOf = (number: number) => later(began, number * SECOND);
  const messages = Array.from({ length: count }, (_, index) => ({
    ...chatMessageKey(chatId, momentOf(index + 1)),
    chatId,
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
    update(roomKey(chatId), { set: newest, setIn: { members: { [user.id]: count } } }),
  );
}
