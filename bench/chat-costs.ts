import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
import {
  deliverMessageEvent,
  groupOf,
  pair,
  poll,
  readTo,
  say,
  typeIn,
  viewMessages,
} from '#test/support/chat-calls.ts';
import type { Person } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';

/* The table requests and capacity of chat operations, by the number of members. */

/** The measured numbers of members: a direct chat, a group, and a group of the maximum size. */
export const CHAT_SIZES = [2, 10, 50] as const;

/** The name with the most bytes that is allowed: 50 characters of two bytes each. */
const LONGEST_NAME = 'Ä'.repeat(50);
const MESSAGE = `<p>${'A few words that somebody has to say. '.repeat(4)}</p>`;

export type ChatCosts = {
  /** A poll that finds nothing new. */
  readonly emptyPoll: Cost;
  /** A poll that finds one message while a member is typing. */
  readonly pollWithNews: Cost;
  /** Sending a message, without the write of the rate limit. */
  readonly message: Cost;
  /** Updating the chat list of every member after a message. */
  readonly fanOut: Cost;
  /** Marking a message as read. */
  readonly read: Cost;
};

/** The theoretical minimum for the same effects with this table design. */
export function minimumCosts(people: number): ChatCosts {
  const isDirect = people === 2;
  return {
    emptyPoll: { calls: 1, reads: 0.5, writes: 0 },
    pollWithNews: { calls: 1, reads: 0.5, writes: 0 },
    // The session check with the chat; the message, its event, the idempotency key; in a direct chat also the contact
    // check.
    message: { calls: 2, reads: 3, writes: 8 + (isDirect ? 2 : 0) },
    // Per member: update the membership, delete its old index entry, and put the new one.
    fanOut: { calls: 1 + people, reads: 1, writes: 3 * people },
    read: { calls: 1, reads: 0, writes: 1 },
  };
}

/** Creates a chat with this many members, each of whom has read a message. */
async function chatOf(world: World, count: number) {
  if (count === 2) {
    const { ana, ben, chatId } = await pair(world);
    return { maker: ana, others: [ben], chatId };
  }
  return groupOf(world, count, LONGEST_NAME);
}

/** The cost without the write of the caller's rate limit. */
const beyondLimit = ({ calls, reads, writes }: Cost): Cost => ({
  calls: calls - 1,
  reads,
  writes: writes - 1,
});

export async function chatCosts(world: World, count: number): Promise<ChatCosts> {
  const { maker, others, chatId } = await chatOf(world, count);
  const [reader = maker] = others;
  const first = await say(maker, chatId, MESSAGE);
  for (const one of others) await readTo(one, first.body.data[0].id);
  const since = String((await viewMessages(reader, chatId)).body.sinceTime);
  const emptyPoll = await metered(() => poll(reader, chatId, since));
  await typeIn(others.at(-1) ?? maker, chatId);
  const sent = await metered(() => say(maker, chatId, MESSAGE, 'bench'));
  const message = sent.result.body.data[0];
  const news = await metered(() => poll(reader, chatId, since));
  if (news.result.body.data.length !== 1) throw new Error('the message did not come');
  const fanOut = await metered(() => deliverMessageEvent(world, chatId, message));
  const read = await metered(() => readTo(reader as Person, message.id));
  return {
    emptyPoll: emptyPoll.cost,
    pollWithNews: news.cost,
    message: beyondLimit(sent.cost),
    fanOut: fanOut.cost,
    read: read.cost,
  };
}
