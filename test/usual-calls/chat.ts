import type { Ref } from '#lib/local/deeds/things.ts';
import { deliverMessageEvent, friends, groupOf, pair } from '#test/support/chats.ts';
import { dataUrlOf, jpegOf, pngOf } from '#test/support/image-fixtures.ts';
import type { Person } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

/** A direct chat in which one user has sent three messages. `sinceTime`: before the last of them. */
async function written(world: World) {
  const two = await pair(world);
  await two.ben.says(two.chat);
  const second = await two.ben.says(two.chat);
  const last = await two.ben.says(two.chat);
  const sinceTime = String(second.dateTimeSent);
  return { ...two, sinceTime, lastId: String(last.id) };
}

/** The input that identifies a new message of this person. */
async function ownMessage(one: Person, chat: Ref) {
  const { id, dateTimeSent } = await one.says(chat);
  return { chatMessageId: id, dateTimeSent };
}

/** The usual path of each chat operation: in a direct chat, unless only groups have the operation. */
export const chatPaths = {
  // A person with one chat.
  viewMissedMessages: async (world) => {
    const { others } = await groupOf(world, 5);
    return { token: others[0]?.token ?? '' };
  },
  createDirectChat: async (world) => {
    const [one, other] = await friends(world, 2);
    return { token: one?.token ?? '', input: { participantUserId: other?.user.id } };
  },
  // A group of five members.
  createGroupChat: async (world) => {
    const [one, ...others] = await friends(world, 5);
    const participantUserIds = others.map(({ user }) => user.id);
    return { token: one?.token ?? '', input: { participantUserIds, name: 'Walks' } };
  },
  leaveChat: async (world) => {
    const { others, chat } = await groupOf(world, 5);
    return { token: others[0]?.token ?? '', input: { chatId: chat.id } };
  },
  // One person, to a group of four.
  addChatMembers: async (world) => {
    const { maker, others, chat } = await groupOf(world, 5);
    const added = others.at(-1) ?? maker;
    await maker.removes(chat, added);
    return { token: maker.token, input: { chatId: chat.id, participantUserIds: [added.user.id] } };
  },
  removeChatMember: async (world) => {
    const { maker, others, chat } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId: chat.id, userId: others[0]?.user.id } };
  },
  renameChat: async (world) => {
    const { maker, chat } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId: chat.id, name: 'Sunday talks' } };
  },
  updateChatPhoto: async (world) => {
    const { maker, chat } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId: chat.id, base64Image: dataUrlOf(pngOf(8, 8)) } };
  },
  muteChat: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: { chatId: chat.id, muted: 'true' } };
  },
  viewChat: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: { id: chat.id } };
  },
  viewChatParticipants: async (world) => {
    const { maker, chat } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId: chat.id } };
  },
  // A direct chat and a group of five members.
  viewChatList: async (world) => {
    const { maker, others, chat } = await groupOf(world, 5);
    await maker.opensChat(others[0] ?? maker);
    const sent = await maker.says(chat);
    await deliverMessageEvent(world, chat, sent);
    return { token: maker.token };
  },
  createChatMessage: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: { chatId: chat.id, messageText: '<p>And you?</p>' } };
  },
  createChatPicture: async (world) => {
    const { ana, chat } = await written(world);
    const base64Image = dataUrlOf(jpegOf(40, 30), 'image/jpeg');
    return {
      token: ana.token,
      input: { chatId: chat.id, base64Image, messageText: '<p>Look</p>' },
    };
  },
  editChatMessage: async (world) => {
    const { ana, chat } = await written(world);
    const input = { ...(await ownMessage(ana, chat)), messageText: '<p>And you all?</p>' };
    return { token: ana.token, input };
  },
  deleteChatMessage: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: await ownMessage(ana, chat) };
  },
  reactToChatMessage: async (world) => {
    const { ana, ben, chat } = await written(world);
    return {
      token: ben.token,
      input: { ...(await ownMessage(ana, chat)), reaction: 'like' },
    };
  },
  viewChatMessages: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: { chatId: chat.id } };
  },
  // No new message, the most frequent case.
  viewChatMessagesSince: async (world) => {
    const { ana, chat } = await written(world);
    const body = await ana.messages(chat);
    return { token: ana.token, input: { chatId: chat.id, sinceTime: body.sinceTime } };
  },
  // A chat of three short messages; each megabyte that is read costs 128 read units.
  searchChatMessages: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: { chatId: chat.id, searchText: 'hello' } };
  },
  markChatAsTyping: async (world) => {
    const { ana, chat } = await written(world);
    return { token: ana.token, input: { chatId: chat.id } };
  },
  removeChatAsTyping: async (world) => {
    const { ana, chat } = await written(world);
    await ana.types(chat);
    return { token: ana.token, input: { chatId: chat.id } };
  },
  createChatRead: async (world) => {
    const { ana, lastId } = await written(world);
    return { token: ana.token, input: { chatMessageId: lastId } };
  },
} satisfies Paths;
