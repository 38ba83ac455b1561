import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { DomainEvent, DomainEventType } from '#shared/domain-events.ts';
import {
  addTo,
  friends,
  groupOf,
  leave,
  mute,
  openGroup,
  pair,
  readTo,
  removeFrom,
  rename,
  say,
  sendPicture,
  unsay,
  viewOne,
} from '../../support/chat-calls.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, domainEventsOf } from '../../support/domain-events.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** The domain events of the messages or the changes of a chat, oldest first. */
const sent = async (
  chatId: string,
  type: DomainEventType = 'chat.messageSent',
): Promise<DomainEvent[]> =>
  (await domainEventsOf(world, type)).filter(
    ({ detail }) => 'chatId' in detail && detail.chatId === chatId,
  );

describe('a notification of a chat message', () => {
  test('reaches the other person, without its text on the lock screen', async () => {
    const { ana, ben, chatId } = await pair(world);
    const [anas, bens] = [await newDevice(world, ana), await newDevice(world, ben)];
    const open = await newDevice(world, ben, { showText: true });
    await say(ana, chatId, '<p>Are you <b>there</b>?</p>');
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect(anas.arrived()).toEqual([]);
    expect(bens.arrived()).toMatchObject([
      {
        title: 'A new chat message',
        body: 'Open it to read.',
        url: `/chat-viewer/${chatId}`,
        tag: `chat:${chatId}`,
      },
    ]);
    expect(open.arrived()).toMatchObject([{ title: ana.user.fullName, body: 'Are you there?' }]);
  });

  test('says that it is a picture, or shows its caption', async () => {
    const { ana, ben, chatId } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await sendPicture(ana, chatId);
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    await sendPicture(ana, chatId, undefined, { caption: '<p>The sea</p>' });
    for (const fact of (await sent(chatId)).slice(1)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'Picture' }, { body: 'The sea' }]);
  });

  test('in a group reaches every other member once, even if its event is delivered repeatedly', async () => {
    const { maker, others, chatId } = await groupOf(world, 4, 'Sunday walks');
    const devices = [];
    for (const one of others) devices.push(await newDevice(world, one, { showText: true }));
    await say(maker, chatId, '<p>At nine?</p>');
    const facts = await sent(chatId);
    for (const fact of [...facts, ...facts]) await deliverToDevices(fact);
    for (const device of devices)
      expect(device.arrived()).toMatchObject([
        { title: `${maker.user.fullName} in Sunday walks`, body: 'At nine?' },
      ]);
  });

  test('omits the text for a person who left the paid plan', async () => {
    const { ana, ben, chatId } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await table.write(update(userKey(ben.user.id), { set: { licenseId: 'FREE' } }));
    await say(ana, chatId, '<p>Are you there?</p>');
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([
      { title: 'A new chat message', body: 'Open it to read.', url: `/chat-viewer/${chatId}` },
    ]);
  });

  test('is not sent to a person who has read the message or left the chat', async () => {
    const { maker, others, chatId } = await groupOf(world, 4);
    const [reader, leaver, sleeper] = others;
    if (!reader || !leaver || !sleeper) throw new Error('the group is too small');
    const devices = [
      await newDevice(world, reader),
      await newDevice(world, leaver),
      await newDevice(world, sleeper),
    ];
    const { body } = await say(maker, chatId);
    await readTo(reader, body.data[0].id);
    await leave(leaver, chatId);
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect(devices.map((device) => device.arrived().length)).toEqual([0, 0, 1]);
  });

  test('is sent for the newest of several messages', async () => {
    const { ana, ben, chatId } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await say(ana, chatId, '<p>One</p>');
    await say(ana, chatId, '<p>Two</p>');
    for (const fact of (await sent(chatId)).reverse()) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'Two' }]);
  });

  test('is sent if only announcements are newer', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    const [ben, clara] = others as [Person, Person];
    const phone = await newDevice(world, clara, { showText: true });
    await say(ben, chatId, '<p>One</p>');
    await rename(maker, chatId, 'Talks');
    await rename(maker, chatId, 'Walks');
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'One' }]);
  });

  test('is not sent for a deleted message, and still sent for the message before it', async () => {
    const { ana, ben, chatId } = await pair(world);
    const phone = await newDevice(world, ben, { showText: true });
    await say(ana, chatId, '<p>At nine?</p>');
    await unsay(ana, (await say(ana, chatId, '<p>Oops</p>')).body.data[0]);
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect(phone.arrived()).toMatchObject([{ body: 'At nine?' }]);
  });

  test('is not sent to a member who muted the chat; it is unread all the same', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    const [ben, clara] = others as [Person, Person];
    const [bens, claras] = [await newDevice(world, ben), await newDevice(world, clara)];
    await mute(ben, chatId);
    await say(maker, chatId);
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect([bens.arrived().length, claras.arrived().length]).toEqual([0, 1]);
    expect((await viewOne(ben, chatId)).body.data[0].unread).toBe(1);
    await mute(ben, chatId, false);
    await say(clara, chatId);
    for (const fact of await sent(chatId)) await deliverToDevices(fact);
    expect(bens.arrived()).toHaveLength(1);
  });
});

describe('a notification of being added to a group', () => {
  /** A group of two, and another contact of its owner with a phone that shows texts. */
  async function withPhone() {
    const people = await friends(world, 3);
    const [owner, ben, clara] = people as [Person, Person, Person];
    const phone = await newDevice(world, clara, { showText: true });
    const chatId = String((await openGroup(owner, [ben], 'Walks')).body.data[0].id);
    return { owner, ben, clara, phone, chatId };
  }
  const deliver = async (chatId: string) => {
    for (const fact of await sent(chatId, 'chat.changed')) await deliverToDevices(fact);
  };

  test('goes to those who are added, and to nobody else', async () => {
    const { owner, ben, clara, phone, chatId } = await withPhone();
    const [owners, bens] = [await newDevice(world, owner), await newDevice(world, ben)];
    const locked = await newDevice(world, clara);
    await addTo(owner, chatId, clara);
    await rename(owner, chatId, 'Talks');
    await removeFrom(owner, chatId, ben);
    const facts = await sent(chatId, 'chat.changed');
    for (const fact of facts.slice(1)) await deliverToDevices(fact);
    expect([owners.arrived(), bens.arrived()]).toEqual([[], []]);
    expect(phone.arrived()).toMatchObject([
      {
        title: `${owner.user.fullName} added you to Talks`,
        url: `/chat-viewer/${chatId}`,
        tag: `group:${chatId}`,
      },
    ]);
    expect(locked.arrived()).toMatchObject([
      { title: 'You were added to a group', body: 'Open it to read.' },
    ]);
  });

  test('goes to the members of a new group, except its creator', async () => {
    const { owner, clara, phone } = await withPhone();
    const owners = await newDevice(world, owner);
    const chatId = String((await openGroup(owner, [clara], 'Sunday')).body.data[0].id);
    await deliver(chatId);
    expect(phone.arrived()).toMatchObject([
      { title: `${owner.user.fullName} added you to Sunday` },
    ]);
    expect(owners.arrived()).toEqual([]);
  });

  test('omits the names for a person without a paid plan', async () => {
    const { owner, clara, phone, chatId } = await withPhone();
    await table.write(update(userKey(clara.user.id), { set: { licenseId: 'FREE' } }));
    await addTo(owner, chatId, clara);
    await deliver(chatId);
    expect(phone.arrived()).toMatchObject([{ title: 'You were added to a group' }]);
  });

  test('is not sent to those who have read the announcement, or are no longer members', async () => {
    const { owner, clara, phone, chatId } = await withPhone();
    await addTo(owner, chatId, clara);
    await readTo(clara, `${chatId}-1`);
    await deliver(chatId);
    await removeFrom(owner, chatId, clara);
    await addTo(owner, chatId, clara);
    await leave(clara, chatId);
    await deliver(chatId);
    expect(phone.arrived()).toEqual([]);
  });
});
