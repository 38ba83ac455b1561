import { describe, expect, test } from '@jest/globals';
import { MINUTE } from '#shared/time.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  deliverToEmails,
  deliverToTexts,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import { runDeliverPostponed } from '../../support/notification-settings.ts';
import { pendingOrder } from '../../support/orders.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes between two channels: a device is gone, and the process that finds this out dies at each of its effects. The person is told
 * by the next channel, once.
 */

const world = worldOfFile();

/** The event of a letter to a person with a device that is gone, after the other channels left it to the device. */
async function leftToADeviceThatIsGone(withEmail: boolean) {
  const { recipient } = await pendingOrder(world);
  await newDevice(world, recipient);
  const email = withEmail ? await giveEmail(world, recipient) : undefined;
  const event = await newestDomainEvent(world, 'conversation.paid');
  await deliverToEmails(event);
  await deliverToTexts(event);
  const told = () =>
    world.textsTo(recipient).length + world.emails.filter(({ to }) => to === email).length;
  return { event, told };
}

/** The effects of the delivery: the claim, the push, the item for the next channel, the removal of the device, the release. */
const EFFECTS = [1, 2, 3, 4, 5];
const CRASHES = EFFECTS.flatMap((effect) =>
  (['before', 'after'] as const).flatMap((when) =>
    [true, false].map((withEmail) => [when, effect, withEmail] as const),
  ),
);

describe('a crash while a device that is gone is notified', () => {
  test.each(CRASHES)(
    '%s effect %i tells the person once (with an address: %s)',
    async (when, effect, withEmail) => {
      const { event, told } = await leftToADeviceThatIsGone(withEmail);
      expect(told()).toBe(0);
      world.push.failWith(410);
      expect(await world.crashingAt(effect, when, () => deliverToDevices(event))).toEqual({
        is: 'crashed',
      });
      world.advance(MINUTE);
      // The push service knows the device as little as before, if the crash came before it was asked.
      if (effect <= 2) world.push.failWith(410);
      await deliverToDevices(event);
      for (let run = 0; run < 2; run += 1) await runDeliverPostponed();
      expect(told()).toBe(1);
    },
  );

  test('has no other effects than these', async () => {
    const { event } = await leftToADeviceThatIsGone(false);
    world.push.failWith(410);
    const all = await world.crashingAt(99, 'before', () => deliverToDevices(event));
    expect(all).toMatchObject({ is: 'completed', effects: EFFECTS.length });
  });
});
