import { beforeEach, describe, expect, test } from '@jest/globals';
import { friends } from '../../support/chats.ts';
import { hintsIn } from '../../support/live-hints.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The live hints of groups that are created and changed. */

const world = worldOfFile();
const { reset, hintsFor, reached, deliverAll } = hintsIn(world);
beforeEach(reset);

const idsOf = (...people: readonly Person[]) => people.map(({ user }) => user.id).sort();

/** A group of three, and another contact of its owner. Its creation is delivered. */
async function withFriend() {
  const people = await friends(world, 4);
  const [owner, ben, clara, dan] = people as [Person, Person, Person, Person];
  const chat = await owner.opensGroup([ben, clara]);
  await reset();
  return { owner, ben, clara, dan, chat };
}

test('the hint of a new group goes to all its members', async () => {
  const people = await friends(world, 3);
  const [owner, ...others] = people as [Person, ...Person[]];
  const chat = await owner.opensGroup(others);
  await deliverAll();
  expect(reached()).toEqual(idsOf(...people));
  for (const one of people) expect(hintsFor(one)).toEqual([{ kind: 'chat', chatId: chat.id }]);
});

describe('the hints of a changed group', () => {
  test('tell old and new members that it has changed, and contain its announcement', async () => {
    const { owner, ben, clara, dan, chat } = await withFriend();
    await owner.adds(chat, [dan]);
    await deliverAll();
    const message = (await ben.messages(chat)).data[0];
    expect(message?.announcement?.kind).toBe('added');
    expect(reached()).toEqual(idsOf(owner, ben, clara, dan));
    for (const one of [owner, ben, clara, dan])
      expect(hintsFor(one)).toEqual([
        { kind: 'chat', chatId: chat.id },
        { kind: 'chatMessage', chatId: chat.id, number: 1, message },
      ]);
  });

  test('tell a removed person that it has changed, and nothing more from then on', async () => {
    const { owner, ben, clara, chat } = await withFriend();
    await owner.removes(chat, ben);
    await deliverAll();
    expect(hintsFor(ben)).toEqual([{ kind: 'chat', chatId: chat.id }]);
    world.hints.length = 0;
    await owner.renames(chat, 'Talks');
    await clara.says(chat);
    await owner.types(chat);
    await deliverAll();
    expect(reached()).toEqual(idsOf(owner, clara));
  });
});
