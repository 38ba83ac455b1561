import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import { friends, groupOf, pair } from '../../support/chats.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, domainEventsOf } from '../../support/domain-events.ts';
import { PICTURE } from '../../support/image-fixtures.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** The domain events of the messages or the changes of a chat, oldest first. */
const sent = async (
  chat: Ref,
  type: DomainEventType = 'chat.messageSent',
): Promise<DomainEvent[]> =>
  (await domainEventsOf(world, type)).filter(
    ({ detail }) => 'chatId' in detail && detail.chatId === chat.id,
  );

describe('a notification of a chat message', () => {
  test('reaches the other person, without its text on the lock screen', async () => {
    const { ana, ben, chat } = await pair(world);
    const [anas, bens] = [await newDevice(world, ana), await newDevice(world, ben)];
    const open = await newDevice(world, ben, { showText: true });
    await ana.says(chat, '<p>Are you <b>there</b>?</p>');
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect(anas.arrived()).toEqual([]);
    expect(bens.arrived()).toMatchObject([
      {
        title: 'A new chat message',
        body: 'Open it to read.',
        url: `/chat-viewer/${chat.id}`,
        tag: `chat:${chat.id}`,
      },
    ]);
    expect(open.arrived()).toMatchObject([{ title: ana.user.fullName, body: 'Are you there?' }]);
  });

  test('says that it is a picture, or shows its caption', async () => {
    const { ana, ben, chat } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await ana.sendsPicture(chat, PICTURE);
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    await ana.sendsPicture(chat, PICTURE, { caption: '<p>The sea</p>' });
    for (const fact of (await sent(chat)).slice(1)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'Picture' }, { body: 'The sea' }]);
  });

  test('in a group reaches every other member once, even if its event is delivered repeatedly', async () => {
    const { maker, others, chat } = await groupOf(world, 4, 'Sunday walks');
    const devices = [];
    for (const one of others) devices.push(await newDevice(world, one, { showText: true }));
    await maker.says(chat, '<p>At nine?</p>');
    const facts = await sent(chat);
    for (const fact of [...facts, ...facts]) await deliverToDevices(fact);
    for (const device of devices)
      expect(device.arrived()).toMatchObject([
        { title: `${maker.user.fullName} in Sunday walks`, body: 'At nine?' },
      ]);
  });

  test('omits the text for a person who left the paid plan', async () => {
    const { ana, ben, chat } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await table.write(update(userKey(ben.user.id), { set: { licenseId: 'FREE' } }));
    await ana.says(chat, '<p>Are you there?</p>');
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([
      { title: 'A new chat message', body: 'Open it to read.', url: `/chat-viewer/${chat.id}` },
    ]);
  });

  test('is not sent to a person who has read the message or left the chat', async () => {
    const { maker, others, chat } = await groupOf(world, 4);
    const [reader, leaver, sleeper] = others;
    if (!reader || !leaver || !sleeper) throw new Error('the group is too small');
    const devices = [
      await newDevice(world, reader),
      await newDevice(world, leaver),
      await newDevice(world, sleeper),
    ];
    const message = await maker.says(chat);
    await reader.reads(message);
    await leaver.leaves(chat);
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect(devices.map((device) => device.arrived().length)).toEqual([0, 0, 1]);
  });

  test('is sent for the newest of several messages', async () => {
    const { ana, ben, chat } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await ana.says(chat, '<p>One</p>');
    await ana.says(chat, '<p>Two</p>');
    for (const fact of (await sent(chat)).reverse()) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'Two' }]);
  });

  test('is sent if only announcements are newer', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [ben, clara] = others as [Person, Person];
    const phone = await newDevice(world, clara, { showText: true });
    await ben.says(chat, '<p>One</p>');
    await maker.renames(chat, 'Talks');
    await maker.renames(chat, 'Walks');
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'One' }]);
  });

  test('is not sent for a deleted message, and still sent for the message before it', async () => {
    const { ana, ben, chat } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await ana.says(chat, '<p>At nine?</p>');
    await ana.unsays(await ana.says(chat, '<p>Oops</p>'));
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'At nine?' }]);
  });

  test('is not sent to a member who muted the chat; it is unread all the same', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [ben, clara] = others as [Person, Person];
    const [bens, claras] = [await newDevice(world, ben), await newDevice(world, clara)];
    await ben.mutes(chat);
    await maker.says(chat);
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect([bens.arrived().length, claras.arrived().length]).toEqual([0, 1]);
    expect((await ben.chat(chat)).unread).toBe(1);
    await ben.mutes(chat, false);
    await clara.says(chat);
    for (const fact of await sent(chat)) await deliverToDevices(fact);
    expect(bens.arrived()).toHaveLength(1);
  });
});

describe('a notification of being added to a group', () => {
  /** A group of two, and another contact of its owner with a phone that shows texts. */
  async function withPhone() {
    const people = await friends(world, 3);
    const [owner, ben, clara] = people as [Person, Person, Person];
    const phone = await newDevice(world, clara, { showText: true });
    const chat = await owner.opensGroup([ben], 'Walks');
    return { owner, ben, clara, phone, chat };
  }
  const deliver = async (chat: Ref) => {
    for (const fact of await sent(chat, 'chat.changed')) await deliverToDevices(fact);
  };

  test('goes to those who are added, and to nobody else', async () => {
    const { owner, ben, clara, phone, chat } = await withPhone();
    const [owners, bens] = [await newDevice(world, owner), await newDevice(world, ben)];
    const locked = await newDevice(world, clara);
    await owner.adds(chat, [clara]);
    await owner.renames(chat, 'Talks');
    await owner.removes(chat, ben);
    const facts = await sent(chat, 'chat.changed');
    for (const fact of facts.slice(1)) await deliverToDevices(fact);
    expect([owners.arrived(), bens.arrived()]).toEqual([[], []]);
    expect(phone.arrived()).toMatchObject([
      {
        title: `${owner.user.fullName} added you to Talks`,
        url: `/chat-viewer/${chat.id}`,
        tag: `group:${chat.id}`,
      },
    ]);
    expect(locked.arrived()).toMatchObject([
      { title: 'You were added to a group', body: 'Open it to read.' },
    ]);
  });

  test('goes to the members of a new group, except its creator', async () => {
    const { owner, clara, phone } = await withPhone();
    const owners = await newDevice(world, owner);
    const chat = await owner.opensGroup([clara], 'Sunday');
    await deliver(chat);
    expect(phone.arrived()).toMatchObject([
      { title: `${owner.user.fullName} added you to Sunday` },
    ]);
    expect(owners.arrived()).toEqual([]);
  });

  test('omits the names for a person without a paid plan', async () => {
    const { owner, clara, phone, chat } = await withPhone();
    await table.write(update(userKey(clara.user.id), { set: { licenseId: 'FREE' } }));
    await owner.adds(chat, [clara]);
    await deliver(chat);
    expect(phone.arrived()).toMatchObject([{ title: 'You were added to a group' }]);
  });

  test('is not sent to those who have read the announcement, or are no longer members', async () => {
    const { owner, clara, phone, chat } = await withPhone();
    await owner.adds(chat, [clara]);
    await clara.reads({ id: `${chat.id}-1` });
    await deliver(chat);
    await owner.removes(chat, clara);
    await owner.adds(chat, [clara]);
    await clara.leaves(chat);
    await deliver(chat);
    expect(phone.arrived()).toEqual([]);
  });
});
