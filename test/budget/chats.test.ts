import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CHAT_SIZES, type ChatCosts, chatCosts, leastOf } from '../../bench/chat-costs.ts';
import { startWorld, type World } from '../support/world.ts';

/* What a chat asks of the table stays what docs/performance.md says, however many people are in it. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe.each(CHAT_SIZES)('in a chat of %d', (people) => {
  const least = leastOf(people);
  let costs: ChatCosts;
  beforeAll(async () => {
    costs = await chatCosts(world, people);
  }, 60_000);

  test('a poll is one call of half a read unit, with news or without, and writes nothing', () => {
    expect(costs.emptyPoll).toEqual({ calls: 1, reads: 0.5, writes: 0 });
    expect(costs.pollWithNews).toEqual({ calls: 1, reads: 0.5, writes: 0 });
  });

  test('a message costs its sender one look and one transaction', () => {
    // The room of fifty people has two kilobytes, so it costs two units more.
    const more = { 2: 0, 10: 0, 50: 2 }[people];
    expect(costs.message).toEqual({ ...least.message, writes: least.message.writes + more });
  });

  test('a message moves each seat once', () => {
    expect(costs.fanOut).toEqual(least.fanOut);
  });

  test('having read it is one write', () => {
    const more = { 2: 0, 10: 0, 50: 1 }[people];
    expect(costs.read).toEqual({ ...least.read, writes: least.read.writes + more });
  });
});
