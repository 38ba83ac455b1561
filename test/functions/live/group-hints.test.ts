import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  addTo,
  friends,
  openGroup,
  removeFrom,
  rename,
  say,
  typeIn,
  viewMessages,
} from '../../support/chat-calls.ts';
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
  const chatId = String((await openGroup(owner, [ben, clara])).body.data[0].id);
  await reset();
  return { owner, ben, clara, dan, chatId };
}

test('the hint of a new group goes to all its members', async () => {
  const people = await friends(world, 3);
  const [owner, ...others] = people as [Person, ...Person[]];
  const chatId = String((await openGroup(owner, others)).body.data[0].id);
  await deliverAll();
  expect(reached()).toEqual(idsOf(...people));
  for (const one of people) expect(hintsFor(one)).toEqual([{ kind: 'chat', chatId }]);
});

describe('the hints of a changed group', () => {
  test('tell old and new members that it has changed, and contain its announcement', async () => {
    const { owner, ben, clara, dan, chatId } = await withFriend();
    await addTo(owner, chatId, dan);
    await deliverAll();
    const message = (await viewMessages(ben, chatId)).body.data[0];
    expect(message.announcement.kind).toBe('added');
    expect(reached()).toEqual(idsOf(owner, ben, clara, dan));
    for (const one of [owner, ben, clara, dan])
      expect(hintsFor(one)).toEqual([
        { kind: 'chat', chatId },
        { kind: 'chatMessage', chatId, number: 1, message },
      ]);
  });

  test('tell a removed person that it has changed, and nothing more from then on', async () => {
    const { owner, ben, clara, chatId } = await withFriend();
    await removeFrom(owner, chatId, ben);
    await deliverAll();
    expect(hintsFor(ben)).toEqual([{ kind: 'chat', chatId }]);
    world.hints.length = 0;
    await rename(owner, chatId, 'Talks');
    await say(clara, chatId);
    await typeIn(owner, chatId);
    await deliverAll();
    expect(reached()).toEqual(idsOf(owner, clara));
  });
});
