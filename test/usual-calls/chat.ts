import {
  deliverMessageEvent,
  friends,
  groupOf,
  openDirect,
  pair,
  removeFrom,
  say,
  typeIn,
  viewMessages,
} from '#test/support/chat-calls.ts';
import { dataUrlOf, jpegOf, pngOf } from '#test/support/image-fixtures.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

/** A direct chat in which one user has sent three messages. `sinceTime`: before the last of them. */
async function written(world: World) {
  const two = await pair(world);
  await say(two.ben, two.chatId);
  const second = await say(two.ben, two.chatId);
  const last = await say(two.ben, two.chatId);
  const sinceTime = String(second.body.data[0].dateTimeSent);
  return { ...two, sinceTime, lastId: String(last.body.data[0].id) };
}

/** The input that identifies a new message of this person. */
async function ownMessage(one: Parameters<typeof say>[0], chatId: string) {
  const { id, dateTimeSent } = (await say(one, chatId)).body.data[0];
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
    const { others, chatId } = await groupOf(world, 5);
    return { token: others[0]?.token ?? '', input: { chatId } };
  },
  // One person, to a group of four.
  addChatMembers: async (world) => {
    const { maker, others, chatId } = await groupOf(world, 5);
    const added = others.at(-1) ?? maker;
    await removeFrom(maker, chatId, added);
    return { token: maker.token, input: { chatId, participantUserIds: [added.user.id] } };
  },
  removeChatMember: async (world) => {
    const { maker, others, chatId } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId, userId: others[0]?.user.id } };
  },
  renameChat: async (world) => {
    const { maker, chatId } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId, name: 'Sunday talks' } };
  },
  updateChatPhoto: async (world) => {
    const { maker, chatId } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId, base64Image: dataUrlOf(pngOf(8, 8)) } };
  },
  muteChat: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: { chatId, muted: 'true' } };
  },
  viewChat: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: { id: chatId } };
  },
  viewChatParticipants: async (world) => {
    const { maker, chatId } = await groupOf(world, 5);
    return { token: maker.token, input: { chatId } };
  },
  // A direct chat and a group of five members.
  viewChatList: async (world) => {
    const { maker, others, chatId } = await groupOf(world, 5);
    await openDirect(maker, others[0] ?? maker);
    const sent = await say(maker, chatId);
    await deliverMessageEvent(world, chatId, sent.body.data[0]);
    return { token: maker.token };
  },
  createChatMessage: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: { chatId, messageText: '<p>And you?</p>' } };
  },
  createChatPicture: async (world) => {
    const { ana, chatId } = await written(world);
    const base64Image = dataUrlOf(jpegOf(40, 30), 'image/jpeg');
    return { token: ana.token, input: { chatId, base64Image, messageText: '<p>Look</p>' } };
  },
  editChatMessage: async (world) => {
    const { ana, chatId } = await written(world);
    const input = { ...(await ownMessage(ana, chatId)), messageText: '<p>And you all?</p>' };
    return { token: ana.token, input };
  },
  deleteChatMessage: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: await ownMessage(ana, chatId) };
  },
  reactToChatMessage: async (world) => {
    const { ana, ben, chatId } = await written(world);
    return {
      token: ben.token,
      input: { ...(await ownMessage(ana, chatId)), reaction: 'like' },
    };
  },
  viewChatMessages: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: { chatId } };
  },
  // No new message, the most frequent case.
  viewChatMessagesSince: async (world) => {
    const { ana, chatId } = await written(world);
    const { body } = await viewMessages(ana, chatId);
    return { token: ana.token, input: { chatId, sinceTime: body.sinceTime } };
  },
  // A chat of three short messages; each megabyte that is read costs 128 read units.
  searchChatMessages: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: { chatId, searchText: 'hello' } };
  },
  markChatAsTyping: async (world) => {
    const { ana, chatId } = await written(world);
    return { token: ana.token, input: { chatId } };
  },
  removeChatAsTyping: async (world) => {
    const { ana, chatId } = await written(world);
    await typeIn(ana, chatId);
    return { token: ana.token, input: { chatId } };
  },
  createChatRead: async (world) => {
    const { ana, lastId } = await written(world);
    return { token: ana.token, input: { chatMessageId: lastId } };
  },
} satisfies Paths;
