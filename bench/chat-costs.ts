import {
  deliverMessageEvent,
  groupOf,
  pair,
  poll,
  readTo,
  say,
  typeIn,
  viewMessages,
} from '../test/support/chat-calls.ts';
import type { Person } from '../test/support/people.ts';
import type { World } from '../test/support/world.ts';
import { type Cost, metered } from './meter.ts';

/* What a chat asks of the table, by how many people are in it. */

/** Two people, a group, and the largest. */
export const CHAT_SIZES = [2, 10, 50] as const;

/** Fifty characters of two bytes, as long a name as there is; and a message as people write them in chats. */
const LONGEST_NAME = 'Ä'.repeat(50);
const MESSAGE = `<p>${'A few words that somebody has to say. '.repeat(4)}</p>`;

export type ChatCosts = {
  /** Nothing came. */
  readonly emptyPoll: Cost;
  /** One message came, while somebody is writing. */
  readonly pollWithNews: Cost;
  /** For its sender, the limit's write left out. */
  readonly message: Cost;
  /** Its chat moves up in everybody's list. */
  readonly fanOut: Cost;
  /** One person has read it, the limit's write left out. */
  readonly read: Cost;
};

/** The least possible for the same effects with these items. */
export function leastOf(people: number): ChatCosts {
  const isDirect = people === 2;
  return {
    emptyPoll: { calls: 1, reads: 0.5, writes: 0 },
    pollWithNews: { calls: 1, reads: 0.5, writes: 0 },
    // The live session; the room, the message, its event, the key; in a chat of two, the check that they are contacts.
    message: { calls: 3, reads: 3, writes: 8 + (isDirect ? 2 : 0) },
    // A place in a list that moves is written, deleted and put.
    fanOut: { calls: 1 + people, reads: 1, writes: 3 * people },
    read: { calls: 1, reads: 0, writes: 1 },
  };
}

/** A chat of so many people, each of whom has read something. */
async function chatOf(world: World, count: number) {
  if (count === 2) {
    const { ana, ben, chatId } = await pair(world);
    return { maker: ana, others: [ben], chatId };
  }
  return groupOf(world, count, LONGEST_NAME);
}

/** Whoever calls is limited by one write, which is the same for every operation. */
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
    read: beyondLimit(read.cost),
  };
}
