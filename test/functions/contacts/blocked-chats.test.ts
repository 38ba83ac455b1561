import { describe, expect, test } from '@jest/globals';
import { handler as endBlockedConversations } from '#functions/events/endBlockedConversations.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { SECOND } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { friends, pair, seedContacts } from '../../support/chats.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What two people share in chats after one blocked the other, from both sides. docs/product/contacts.md#blocking */

const world = worldOfFile();

/** Blocks a person, and delivers the event as the bus does. */
async function blockAndEnd(blocker: Person, blocked: Person) {
  world.advance(SECOND);
  await blocker.blocks(blocked);
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
  (await person.chats()).data.map(({ id }: { id: string }) => id);
const idsIn = async (person: Person, chat: Ref) =>
  (await person.members(chat)).data.map(({ id }: { id: string }) => id).sort();
const idsOf = (...people: readonly Person[]) => people.map(({ user }) => user.id).sort();

describe('a group that both people are in', () => {
  test('is left by the person who blocks, as anybody can leave it', async () => {
    const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
    const chat = await cleo.opensGroup([ana, ben]);
    await blockAndEnd(ana, ben);
    expect(await groupIds(ana)).not.toContain(chat.id);
    await expectRefused(ana.messages(chat), 404, 'NOT_FOUND');
    expect(await idsIn(ben, chat)).toEqual(idsOf(ben, cleo));
    expect((await ben.messages(chat)).data[0]).toMatchObject({
      userId: ana.user.id,
      announcement: { kind: 'left', people: [] },
    });
  });

  test('is lost by the blocked person if it belongs to the person who blocks', async () => {
    const [ana, ben, cleo] = (await friends(world, 3)) as [Person, Person, Person];
    const chat = await ana.opensGroup([ben, cleo]);
    await blockAndEnd(ana, ben);
    expect(await groupIds(ben)).not.toContain(chat.id);
    expect(await idsIn(ana, chat)).toEqual(idsOf(ana, cleo));
  });

  test('is left once, also if the event comes again, and not at all after the block ended', async () => {
    const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
    const chat = await cleo.opensGroup([ana, ben]);
    const event = await blockAndEnd(ana, ben);
    const deliver = () => endBlockedConversations({ detail: event } as never, lambdaContext());
    const number = (await cleo.messages(chat)).data[0]?.number;
    await deliver();
    expect((await cleo.messages(chat)).data[0]?.number).toBe(number);
    await ana.unblocks(ben);
    expect((await responseTo(cleo.adds(chat, [ana]))).body.notAdded).toEqual([]);
    await deliver();
    expect(await idsIn(ben, chat)).toEqual(idsOf(ana, ben, cleo));
  });

  test('stays for others who blocked nobody in it', async () => {
    const [cleo, ana, ben] = (await friends(world, 3)) as [Person, Person, Person];
    const chat = await cleo.opensGroup([ana]);
    await blockAndEnd(ana, ben);
    expect(await groupIds(ana)).toContain(chat.id);
  });
});

describe('a third person', () => {
  test.each(['the person who blocked', 'the blocked person'])(
    'who makes a group of both gets one with the first named of them: %s',
    async (who) => {
      const { ana, ben, cleo } = await threeWithBlock();
      const [first, second] = who === 'the blocked person' ? [ben, ana] : [ana, ben];
      const dora = await newPerson(world, { licenseId: 'STARTER' });
      await seedContacts(world, cleo, [dora]);
      const made = await responseTo(cleo.opensGroup([first, second, dora]));
      const [chat] = made.body.data;
      expect(made.body.notAdded).toEqual(idsOf(second));
      expect(await idsIn(cleo, chat)).toEqual(idsOf(first, cleo, dora));
      await expectRefused(second.chat(chat), 404, 'NOT_FOUND');
    },
  );

  test('who repeats the call gets the same answer', async () => {
    const { ana, ben, cleo } = await threeWithBlock();
    const key = 'a-key-that-is-long-enough';
    const [one, again] = [
      await responseTo(cleo.opensGroup([ana, ben], 'Walks', { key })),
      await responseTo(cleo.opensGroup([ana, ben], 'Walks', { key })),
    ];
    expect(again.body).toEqual(one.body);
  });

  test.each(['the person who blocked', 'the blocked person'])(
    'who adds one to a group of the other is refused without a reason that names a block: %s',
    async (who) => {
      const { ana, ben, cleo } = await threeWithBlock();
      const [inIt, added] = who === 'the blocked person' ? [ana, ben] : [ben, ana];
      const chat = await cleo.opensGroup([inIt]);
      await expectRefused(cleo.adds(chat, [added]), 400, 'INVALID_INPUT', {
        participantUserIds: 'They can’t be added to this group',
      });
      expect(await idsIn(cleo, chat)).toEqual(idsOf(inIt, cleo));
    },
  );

  test('who adds both and others to a group gets all but one', async () => {
    const { ana, ben, cleo } = await threeWithBlock();
    const [dora, eve] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await seedContacts(world, cleo, [dora, eve]);
    const chat = await cleo.opensGroup([dora]);
    expect((await responseTo(cleo.adds(chat, [ben, ana, eve]))).body.notAdded).toEqual(idsOf(ana));
    expect(await idsIn(cleo, chat)).toEqual(idsOf(ben, cleo, dora, eve));
  });

  test('who makes a group after the block ended gets both', async () => {
    const { ana, ben, cleo } = await threeWithBlock();
    await ana.unblocks(ben);
    const made = await responseTo(cleo.opensGroup([ana, ben]));
    expect(made.body.notAdded).toEqual([]);
    expect(await idsIn(cleo, made.body.data[0])).toEqual(idsOf(ana, ben, cleo));
  });
});

describe('in the chat of two', () => {
  test('somebody who was typing at the block is not shown as typing any more', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.types(chat);
    await blockAndEnd(ana, ben);
    world.advance(6 * SECOND);
    expect(await responseTo(ben.types(chat))).toMatchObject({ http: 200 });
    world.advance(3 * SECOND);
    const since = new Date(world.now()).toISOString();
    expect((await ana.polls(chat, since)).typingUserId).toBeNull();
  });

  test('the blocked person sees no receipt of what is read after the block, and the reader has read it', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ben.says(chat);
    await blockAndEnd(ana, ben);
    const before = await ben.messages(chat);
    await ana.reads(sent);
    expect(await ben.messages(chat)).toEqual(before);
    expect((await ana.chat(chat)).unread).toBe(0);
  });

  test('receipts go on after the two are contacts again and one of them writes', async () => {
    const { ana, ben, chat } = await pair(world);
    await ben.says(chat);
    await blockAndEnd(ana, ben);
    await ana.unblocks(ben);
    await becomeContacts(ana, ben);
    const again = await ben.says(chat);
    await ana.reads(again);
    expect((await ben.messages(chat)).data[0]?.readUserIds).toEqual(idsOf(ana));
  });
});
