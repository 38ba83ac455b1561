import { indexAnswer } from '#functions/storage/public-answers/answer-words.ts';
import { table } from '#functions/storage/table.ts';
import { answeredOrder } from '#test/support/orders.ts';
import type { World } from '#test/support/world.ts';
import type { Paths } from './request.ts';

const NOTHING = '[]';

/** A letter whose answer is proposed to become public. */
export async function proposedAnswer(world: World) {
  const order = await answeredOrder(world);
  const { data } = await order.recipient.proposesPublicAnswer(order);
  const publicAnswerId: string = data[0].publicAnswerId;
  return { ...order, publicAnswerId };
}

/** A public answer. */
export async function publicAnswer(world: World) {
  const order = await proposedAnswer(world);
  await order.sender.agreesToPublicAnswer(order);
  await indexAnswer(table, order.publicAnswerId);
  return order;
}

/** The usual path of each operation of public answers. */
export const publicAnswerPaths = {
  proposePublicAnswer: async (world) => {
    const { recipient, id } = await answeredOrder(world);
    return { input: { inboxId: id, edits: NOTHING, sensitive: 'false' }, token: recipient.token };
  },
  revisePublicAnswer: async (world) => {
    const { sender, id } = await proposedAnswer(world);
    const edits = JSON.stringify([{ part: 'title', start: 0, end: 3, kind: 'OTHER' }]);
    return { input: { orderId: id, version: 1, edits }, token: sender.token };
  },
  agreeToPublicAnswer: async (world) => {
    const { sender, id } = await proposedAnswer(world);
    return { input: { conversationId: id, version: 1 }, token: sender.token };
  },
  declinePublicAnswer: async (world) => {
    const { sender, id } = await proposedAnswer(world);
    return { input: { orderId: id }, token: sender.token };
  },
  withdrawPublicAnswer: async (world) => {
    const { sender, id } = await publicAnswer(world);
    return { input: { conversationId: id }, token: sender.token };
  },
  viewPublicAnswer: async (world) => {
    const { sender, id } = await proposedAnswer(world);
    return { input: { conversationId: id }, token: sender.token };
  },
  viewPublicAnswerPage: async (world) => {
    const { recipient, publicAnswerId } = await publicAnswer(world);
    return { input: { username: recipient.user.username, id: publicAnswerId } };
  },
  viewPublicAnswers: async (world) => {
    const { recipient } = await publicAnswer(world);
    return { input: { username: recipient.user.username } };
  },
  viewOwnPublicAnswers: async (world) => {
    const { recipient } = await publicAnswer(world);
    return { token: recipient.token };
  },
  searchPublicAnswers: async (world) => {
    await publicAnswer(world);
    return { input: { searchText: 'winters' } };
  },
  reportPublicAnswer: async (world) => {
    const { publicAnswerId } = await publicAnswer(world);
    return { input: { id: publicAnswerId, reasonCode: 'OTHER', text: '' } };
  },
} satisfies Paths;
