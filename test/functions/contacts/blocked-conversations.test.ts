import { describe, expect, test } from '@jest/globals';
import { conversationPartition } from '#functions/storage/keys.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { YOU_BLOCKED_THEM } from '#shared/rules/contacts/contacts.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { type ChatEvent, type HintedEvent, hintsOf } from '#shared/rules/live/hinted-events.ts';
import { SECOND } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, newestDomainEvent } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import { answeredOrder, PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* An open conversation of two people of whom one blocked the other, from both sides. docs/product/contacts.md#blocking */

const world = worldOfFile();

const OPERATIONS = {
  sender: {
    write: 'createOrderMessage',
    view: 'viewOrder',
    list: 'viewOrderList',
    messages: 'viewOrderMessages',
    id: 'orderId',
    read: 'markOrderMessageAsRead',
    messageId: 'orderMessageId',
  },
  recipient: {
    write: 'createInboxMessage',
    view: 'viewInbox',
    list: 'viewInboxList',
    messages: 'viewInboxMessages',
    id: 'inboxId',
    read: 'markInboxMessageAsRead',
    messageId: 'inboxMessageId',
  },
} as const;
const SIDES = ['sender', 'recipient'] as const;

/** A conversation with somebody on one of its sides. */
function seat(id: string, side: Side, person: Person) {
  const { write, view, list, messages, id: name, read, messageId } = OPERATIONS[side];
  return {
    reply: (text: string, choice = 'OPEN', key?: string) =>
      responseTo(
        person.calls(
          write,
          {
            [name]: id,
            conversationStatus: choice,
            messageBody: `<p>${text}</p>`,
            messageKind: side === 'recipient' ? 'REPLY' : undefined,
          },
          { key },
        ),
      ),
    view: async () => (await person.calls(view, { id })).data[0],
    row: async () => (await person.calls(list)).data.find((row: { id: string }) => row.id === id),
    texts: async (paging = {}) => {
      const body = await person.calls(messages, { [name]: id, ...paging });
      return { ...body, data: body.data.map((one: { body: string }) => one.body) };
    },
    messages: async () => (await person.calls(messages, { [name]: id })).data,
    read: (ofMessage: string) => person.calls(read, { [messageId]: ofMessage }),
    unread: () => person.dashboard(),
    record: async () =>
      JSON.stringify(await person.calls('viewConversationRecord', { conversationId: id })),
  };
}

/** An answered conversation, in which the person on a side is then blocked by the other one. */
async function blockedIn(blockedSide: Side) {
  const { sender, recipient, id } = await answeredOrder(world);
  const [blocked, blocker] = blockedSide === 'sender' ? [sender, recipient] : [recipient, sender];
  const theirs = blockedSide === 'sender' ? 'recipient' : 'sender';
  world.advance(SECOND);
  return {
    id,
    blocked,
    blocker,
    mine: seat(id, blockedSide, blocked),
    theirs: seat(id, theirs, blocker),
    block: async () => {
      await blocker.blocks(blocked);
      world.advance(SECOND);
    },
  };
}

/** What is in a response apart from what differs between any two conversations. */
const shapeOf = ({ http, body }: Answer) => ({
  http,
  fields: Object.keys(body.data?.[0] ?? body).sort(),
  read: body.data?.[0].messageRead,
});

describe.each(SIDES)('the %s of an open conversation whom the other side blocked', (side) => {
  test('writes on, and sees what they write everywhere', async () => {
    const { mine, block: blockNow } = await blockedIn(side);
    const [before, twin] = [await mine.reply('Before'), await mine.view()];
    await blockNow();
    const after = await mine.reply('After');
    expect(shapeOf(after)).toEqual(shapeOf(before));
    const seen = await mine.view();
    expect({ ...seen, modifiedAt: 0, timeline: [] }).toEqual({
      ...twin,
      modifiedAt: 0,
      timeline: [],
    });
    expect(seen.modifiedAt).toBe(after.body.data[0].dateTimeSent);
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'REPLIED', at: seen.modifiedAt });
    expect(await mine.texts()).toMatchObject({
      pageTotal: 4,
      data: ['<p>After</p>', '<p>Before</p>', expect.anything(), expect.anything()],
    });
    expect(await mine.row()).toMatchObject({
      modifiedAt: seen.modifiedAt,
      lastMessageUserId: after.body.data[0].senderId,
      messageRead: false,
    });
    expect(await mine.record()).toContain('After');
  });

  test('is read by nobody else, and moves nothing for the other side', async () => {
    const { mine, theirs, block: blockNow } = await blockedIn(side);
    await mine.reply('Before');
    await blockNow();
    const [view, row, counts] = [await theirs.view(), await theirs.row(), await theirs.unread()];
    await mine.reply('After');
    expect(await theirs.view()).toEqual(view);
    expect(await theirs.row()).toEqual(row);
    expect(await theirs.unread()).toEqual(counts);
    expect(await theirs.texts()).toMatchObject({
      pageTotal: 3,
      data: ['<p>Before</p>', expect.anything(), expect.anything()],
    });
    expect(await theirs.record()).not.toContain('After');
  });

  test('causes no notification, and a live hint for their own devices only', async () => {
    const { mine, blocked, blocker, block: blockNow } = await blockedIn(side);
    await blockNow();
    const device = await newDevice(world, blocker);
    await mine.reply('After');
    const event = await newestDomainEvent(world, 'conversation.replied');
    await deliverToDevices(event);
    expect(device.arrived()).toEqual([]);
    expect(hintsOf(event as Exclude<HintedEvent, ChatEvent>).map(({ userId }) => userId)).toEqual([
      blocked.user.id,
    ]);
  });

  test('reads many of their own replies page by page, in order', async () => {
    const { mine, block: blockNow } = await blockedIn(side);
    await blockNow();
    for (let nth = 1; nth <= 23; nth += 1) await mine.reply(`No. ${nth}`);
    const first = await mine.texts();
    const second = await mine.texts({ cursor: first.cursor });
    const texts = [...first.data, ...second.data];
    expect(texts).toHaveLength(25);
    expect(texts.slice(0, 23)).toEqual(
      Array.from({ length: 23 }, (_, nth) => `<p>No. ${23 - nth}</p>`),
    );
    expect((await mine.texts({ skip: 22 })).data[0]).toBe('<p>No. 1</p>');
  });

  test('gets the first reply again if a call is repeated', async () => {
    const { mine, block: blockNow } = await blockedIn(side);
    await blockNow();
    const key = 'a-key-that-is-long-enough';
    const [one, again] = [
      await mine.reply('Once', 'OPEN', key),
      await mine.reply('Once', 'OPEN', key),
    ];
    expect(again.body).toEqual(one.body);
    expect((await mine.texts()).pageTotal).toBe(3);
  });

  test('sees no receipt of what the other side opens, and marks of their own work', async () => {
    const { mine, theirs, blocker, id, block: blockNow } = await blockedIn(side);
    await mine.reply('Before');
    await blockNow();
    const [view, row, messages] = [await mine.view(), await mine.row(), await mine.messages()];
    await theirs.read(messages[0].id);
    await blocker.receivesLetter({ id });
    expect((await theirs.row()).messageRead).toBe(true);
    expect(await mine.view()).toEqual(view);
    expect(await mine.row()).toEqual(row);
    expect(await mine.messages()).toEqual(messages);
    const { body } = await mine.reply('After');
    await mine.read(body.data[0].id);
  });

  test('is not answered: the other side has to unblock them first', async () => {
    const { theirs, block: blockNow, blocked, blocker } = await blockedIn(side);
    await blockNow();
    expect(await theirs.view()).toMatchObject({
      blocked: true,
      allowResponse: false,
      status: 'OPEN',
    });
    expectRefusal(await theirs.reply('Hello'), 403, 'FORBIDDEN', YOU_BLOCKED_THEM);
    await blocker.unblocks(blocked);
    expect(await theirs.view()).toMatchObject({ blocked: false, allowResponse: true });
    expect((await theirs.reply('Hello')).http).toBe(200);
  });

  test('is read again after the block, without what they wrote meanwhile', async () => {
    const { mine, theirs, block: blockNow, blocked, blocker } = await blockedIn(side);
    await blockNow();
    await mine.reply('Meanwhile');
    await blocker.unblocks(blocked);
    world.advance(SECOND);
    const { body } = await mine.reply('Again');
    expect((await theirs.texts()).data).toEqual([
      '<p>Again</p>',
      expect.anything(),
      expect.anything(),
    ]);
    expect((await mine.texts()).data.slice(0, 2)).toEqual(['<p>Again</p>', '<p>Meanwhile</p>']);
    expect((await theirs.view()).modifiedAt).toBe(body.data[0].dateTimeSent);
    await theirs.read(body.data[0].id);
    expect((await mine.messages())[0].messageRead).toBe(true);
  });

  test('whom a block overtakes while they write is not read either', async () => {
    const { id, mine, theirs, blocked, blocker } = await blockedIn(side);
    const { http } = await world.overtaken(() => mine.reply('Too late'), {
      at: conversationPartition(id),
      by: () => blocker.blocks(blocked),
    });
    expect(http).toBe(200);
    expect((await mine.texts()).data[0]).toBe('<p>Too late</p>');
    expect((await theirs.texts()).pageTotal).toBe(2);
  });

  test('keeps the money as it is', async () => {
    const { mine, block: blockNow } = await blockedIn(side);
    const before = (await mine.view()).moneyState;
    await blockNow();
    await mine.reply('After');
    expect((await mine.view()).moneyState).toBe(before);
    await expectLedgerMatchesStripe(world);
  });
});

test('a blocked recipient can close the conversation with a reply that is not read', async () => {
  const { mine, theirs, block: blockNow } = await blockedIn('recipient');
  await blockNow();
  expect((await mine.reply('Goodbye', 'COMPLETED')).http).toBe(200);
  expect((await mine.view()).status).toBe('COMPLETED');
  expect(await theirs.view()).toMatchObject({ status: 'COMPLETED' });
  expect((await theirs.texts()).pageTotal).toBe(2);
});

test('somebody who blocked the sender can still close the conversation', async () => {
  const { id, blocker, mine, block: blockNow } = await blockedIn('sender');
  await blockNow();
  await blocker.closes({ id });
  expect((await mine.view()).status).toBe('COMPLETED');
});

test('an invitation of a blocked person to chat is shown to them alone, in the conversation and its list', async () => {
  const [blocked, blocker] = [
    await newPerson(world, { licenseId: 'STARTER' }),
    await newPerson(world, { price: PRICE }),
  ];
  const id = (await blocked.pays(blocker, { card: 'pm_card_visa' })).id;
  await blocker.answers({ id });
  const [mine, theirs] = [seat(id, 'sender', blocked), seat(id, 'recipient', blocker)];
  await blocker.blocks(blocked);
  await blocked.invites(blocker);
  expect(await mine.view()).toMatchObject({ status: 'INVITED', contactState: 'INVITED_BY_ME' });
  expect(await mine.row()).toMatchObject({ status: 'INVITED' });
  expect(await theirs.view()).toMatchObject({ status: 'OPEN', contactState: 'NONE' });
  expect(await theirs.row()).toMatchObject({ status: 'OPEN' });
});
