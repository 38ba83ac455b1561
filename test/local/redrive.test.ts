import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Bus } from '#lib/local/bus.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newDevice } from '../support/devices.ts';
import { deliverToDevices, domainEventsOf } from '../support/domain-events.ts';
import { pendingOrder } from '../support/orders.ts';
import { startWorld, type World } from '../support/world.ts';
import { newFolder } from './machine.ts';

/* Redriven events: the subscriber that notifies devices is stopped, loses its response, or gets an event twice. */

let world: World;
const { folder, remove } = newFolder();
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  remove();
});

type Weather = 'good' | 'stopped' | 'answers are lost';
let weather: Weather = 'good';

/** An event bus whose only subscriber is the real one, in the current fault mode. */
const bus = new Bus({
  folder,
  now: () => world.now(),
  call: async (name, event) => {
    if (name !== 'notifyDevices') return;
    if (weather === 'stopped') throw new Error('the subscriber is stopped');
    await deliverToDevices((event as { detail: DomainEvent }).detail);
    if (weather === 'answers are lost') throw new Error('its answer is lost');
  },
});

async function send(facts: readonly DomainEvent[]): Promise<void> {
  for (const fact of facts)
    bus.accept({ id: fact.id, source: 'replypaid', 'detail-type': fact.type, detail: fact });
  await bus.settled();
}

test('redriving undelivered events loses none, and notifies each device once, whatever failed before', async () => {
  const { order, sender, recipient } = await pendingOrder(world);
  const [senderPhone, recipientPhone, recipientTablet] = [
    await newDevice(world, sender),
    await newDevice(world, recipient),
    await newDevice(world, recipient),
  ];
  const told = () =>
    [senderPhone, recipientPhone, recipientTablet].map((device) =>
      device.arrived().map(({ title }) => title),
    );
  const PAID = 'A paid letter is waiting';

  weather = 'stopped';
  await send(await domainEventsOf(world, 'conversation.paid'));
  expect(told()).toEqual([[], [], []]);
  expect(bus.undelivered).toMatchObject([
    { subscriber: 'notifyDevices', why: 'the subscriber is stopped' },
  ]);
  expect(await bus.redrive()).toBe(0);
  expect(bus.undelivered).toHaveLength(1);

  weather = 'answers are lost';
  expect(await bus.redrive()).toBe(0);
  expect(told()).toEqual([[], [PAID], [PAID]]);
  expect(bus.undelivered).toHaveLength(1);

  weather = 'good';
  expect(await bus.redrive()).toBe(1);
  expect(bus.undelivered).toEqual([]);
  expect(told()).toEqual([[], [PAID], [PAID]]);

  await recipient.answers(order);
  const all = await domainEventsOf(world);
  await send([...all, ...all].reverse());
  await send(all);
  expect(told()).toEqual([['Your letter was answered'], [PAID], [PAID]]);
  expect(bus.undelivered).toEqual([]);
});
