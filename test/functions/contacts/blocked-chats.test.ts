import { describe, expect, test } from '@jest/globals';
import { handler as endBlockedConversations } from '#functions/events/endBlockedConversations.ts';
import { SECOND } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import {
  addTo,
  friends,
  openGroup,
  pair,
  poll,
  readTo,
  say,
  seedContacts,
  typeIn,
  viewList,
  viewMessages,
  viewOne,
  viewPeople,
} from '../../support/chat-calls.ts';
import { becomeContacts, block, newMember, unblock } from '../../support/contacts.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import type { Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What two people share in chats after one blocked the other, from both sides. docs/product/contacts.md#blocking */

const world = worldOfFile();

/** Blocks a person, and delivers the event as the bus does. */
async function blockAndEnd(blocker: Person, blocked: Person) {
  world.advance(SECOND);
  expect((await block(blocker, blocked)).http).toBe(200);
  const event = await newestDomainEvent(world, 'contact.blocked');
  await endBlockedConversations({ detail: event } as never, lambdaContext());
  return event;
}

/** Somebody with two contacts, of whom one blocked the other. */
async function threeWithBlock() {
  const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
  await blockAndEnd(ana, ben);
  return { ana, ben, cleo };
}

const groupIds = async (person: Person) =>
  (await viewList(person)).body.data.map(({ id }: { id: string }) => id);
const idsIn = async (person: Person, chatId: string) =>
  (await viewPeople(person, chatId)).body.data.map(({ id }: { id: string }) => id).sort();
const idsOf = (...people: readonly Person[]) => people.map(({ user }) => user.id).sort();

describe('a group that both people are in', () => {
  test('is left by the person who blocks, as anybody can leave it', async () => {
    const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
    const chatId = String((await openGroup(cleo, [ana, ben])).body.data[0].id);
    await blockAndEnd(ana, ben);
    expect(await groupIds(ana)).not.toContain(chatId);
    expectRefusal(await viewMessages(ana, chatId), 404, 'NOT_FOUND');
    expect(await idsIn(ben, chatId)).toEqual(idsOf(ben, cleo));
    expect((await viewMessages(ben, chatId)).body.data[0]).toMatchObject({
      userId: ana.user.id,
      announcement: { kind: 'left', people: [] },
    });
  });

  test('is lost by the blocked person if it belongs to the person who blocks', async () => {
    const [ana, ben, cleo] = (await friends(world, 3)) as [Person, Person, Person];
    const chatId = String((await openGroup(ana, [ben, cleo])).body.data[0].id);
    await blockAndEnd(ana, ben);
    expect(await groupIds(ben)).not.toContain(chatId);
    expect(await idsIn(ana, chatId)).toEqual(idsOf(ana, cleo));
  });

  test('is left once, also if the event comes again, and not at all after the block ended', async () => {
    const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
    const chatId = String((await openGroup(cleo, [ana, ben])).body.data[0].id);
    const event = await blockAndEnd(ana, ben);
    const deliver = () => endBlockedConversations({ detail: event } as never, lambdaContext());
    const { number } = (await viewMessages(cleo, chatId)).body.data[0];
    await deliver();
    expect((await viewMessages(cleo, chatId)).body.data[0].number).toBe(number);
    await unblock(ana, ben);
    expect((await addTo(cleo, chatId, ana)).body.notAdded).toEqual([]);
    await deliver();
    expect(await idsIn(ben, chatId)).toEqual(idsOf(ana, ben, cleo));
  });

  test('stays for others who blocked nobody in it', async () => {
    const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
    const chatId = String((await openGroup(cleo, [ana])).body.data[0].id);
    await blockAndEnd(ana, ben);
    expect(await groupIds(ana)).toContain(chatId);
  });
});

describe('a third person', () => {
  test.each(['the person who blocked', 'the blocked person'])(
    'who makes a group of both gets one with the first named of them: %s',
    async (who) => {
      const { ana, ben, cleo } = await threeWithBlock();
      const [first, second] = who === 'the blocked person' ? [ben, ana] : [ana, ben];
      const dora = await newMember(world);
      await seedContacts(world, cleo, [dora]);
      const made = await openGroup(cleo, [first, second, dora]);
      const { id } = made.body.data[0];
      expect(made.body.notAdded).toEqual(idsOf(second));
      expect(await idsIn(cleo, id)).toEqual(idsOf(first, cleo, dora));
      expectRefusal(await viewOne(second, id), 404, 'NOT_FOUND');
    },
  );

  test('who repeats the call gets the same answer', async () => {
    const { ana, ben, cleo } = await threeWithBlock();
    const key = 'a-key-that-is-long-enough';
    const [one, again] = [
      await openGroup(cleo, [ana, ben], 'Walks', key),
      await openGroup(cleo, [ana, ben], 'Walks', key),
    ];
    expect(again.body).toEqual(one.body);
  });

  test.each(['the person who blocked', 'the blocked person'])(
    'who adds one to a group of the other is refused without a reason that names a block: %s',
    async (who) => {
      const { ana, ben, cleo } = await threeWithBlock();
      const [inIt, added] = who === 'the blocked person' ? [ana, ben] : [ben, ana];
      const chatId = String((await openGroup(cleo, [inIt])).body.data[0].id);
      expectRefusal(await addTo(cleo, chatId, added), 400, 'INVALID_INPUT', {
        participantUserIds: 'They can’t be added to this group',
      });
      expect(await idsIn(cleo, chatId)).toEqual(idsOf(inIt, cleo));
    },
  );

  test('who adds both and others to a group gets all but one', async () => {
    const { ana, ben, cleo } = await threeWithBlock();
    const [dora, eve] = [await newMember(world), await newMember(world)];
    await seedContacts(world, cleo, [dora, eve]);
    const chatId = String((await openGroup(cleo, [dora])).body.data[0].id);
    expect((await addTo(cleo, chatId, ben, ana, eve)).body.notAdded).toEqual(idsOf(ana));
    expect(await idsIn(cleo, chatId)).toEqual(idsOf(ben, cleo, dora, eve));
  });

  test('who makes a group after the block ended gets both', async () => {
    const { ana, ben, cleo } = await threeWithBlock();
    await unblock(ana, ben);
    const made = await openGroup(cleo, [ana, ben]);
    expect(made.body.notAdded).toEqual([]);
    expect(await idsIn(cleo, made.body.data[0].id)).toEqual(idsOf(ana, ben, cleo));
  });
});

describe('in the chat of two', () => {
  test('somebody who was typing at the block is not shown as typing any more', async () => {
    const { ana, ben, chatId } = await pair(world);
    await typeIn(ben, chatId);
    await blockAndEnd(ana, ben);
    world.advance(6 * SECOND);
    expect(await typeIn(ben, chatId)).toMatchObject({ http: 200 });
    world.advance(3 * SECOND);
    const since = new Date(world.now()).toISOString();
    expect((await poll(ana, chatId, since)).body.typingUserId).toBeNull();
  });

  test('the blocked person sees no receipt of what is read after the block, and the reader has read it', async () => {
    const { ana, ben, chatId } = await pair(world);
    const sent = (await say(ben, chatId)).body.data[0];
    await blockAndEnd(ana, ben);
    const before = (await viewMessages(ben, chatId)).body;
    expect((await readTo(ana, sent.id)).http).toBe(200);
    expect((await viewMessages(ben, chatId)).body).toEqual(before);
    expect((await viewOne(ana, chatId)).body.data[0].unread).toBe(0);
  });

  test('receipts go on after the two are contacts again and one of them writes', async () => {
    const { ana, ben, chatId } = await pair(world);
    await say(ben, chatId);
    await blockAndEnd(ana, ben);
    await unblock(ana, ben);
    await becomeContacts(ana, ben);
    const again = (await say(ben, chatId)).body.data[0];
    await readTo(ana, again.id);
    expect((await viewMessages(ben, chatId)).body.data[0].readUserIds).toEqual(idsOf(ana));
  });
});
