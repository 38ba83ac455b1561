import { describe, expect, test } from '@jest/globals';
import { userKey } from '../../../functions/storage/keys.ts';
import { table, update } from '../../../functions/storage/table.ts';
import type { DomainEvent } from '../../../shared/domain-events.ts';
import { groupOf, leave, pair, readTo, say, sendPicture } from '../../support/chat-calls.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, domainEventsOf } from '../../support/domain-events.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** The domain events of the messages of a chat, oldest first. */
const sent = async (chatId: string): Promise<DomainEvent[]> =>
  (await domainEventsOf(world, 'chat.messageSent')).filter(
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
    await table.write(update(userKey(ben.user.id), 'SET #licenseId = :free', { free: 'FREE' }));
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
});
