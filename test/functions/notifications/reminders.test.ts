import { describe, expect, test } from '@jest/globals';
import { handler as remindExpiring } from '../../../functions/jobs/remindExpiring.ts';
import { EXPIRING_SOON, RESPONSE_TIME } from '../../../shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { interceptEffects, runProcess } from '../../support/crash.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { answer, cancel, decline, pay, pendingOrder } from '../../support/orders.ts';
import { newPerson, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { askSupport, supportOf } from '../../support/tickets.ts';

interceptEffects();
const world = worldOfFile();

const run = () => remindExpiring({}, lambdaContext());
const reminded = async (id: string) =>
  (await domainEventsOf(world, 'conversation.expiringSoon')).filter(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  ).length;
const UNTIL_TWO_DAYS_ARE_LEFT = RESPONSE_TIME - EXPIRING_SOON;

test.each(['before', 'after'] as const)(
  'a run that crashes %s its write has sent all reminders or none, and the next run sends the rest',
  async (when) => {
    const { id } = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    expect(await runProcess(1, when, run)).toEqual({ is: 'died' });
    expect(await reminded(id)).toBe(when === 'after' ? 1 : 0);
    await run();
    expect(await reminded(id)).toBe(1);
  },
);

describe('a reminder of an unanswered message', () => {
  test('is sent once, two days before the deadline', async () => {
    const { id, sender, recipient } = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT - MINUTE);
    await run();
    expect(await reminded(id)).toBe(0);
    world.advance(HOUR);
    for (let time = 1; time <= 3; time += 1) await run();
    expect(await reminded(id)).toBe(1);

    const there = await signedInAgain(world, recipient);
    const phone = await newDevice(world, there);
    const open = await newDevice(world, there, { showText: true });
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expiringSoon'));
    expect(phone.arrived()).toMatchObject([
      { title: 'A paid message expires soon', body: '47 hours are left to answer it.' },
    ]);
    expect(phone.arrived()[0]?.ttlSeconds).toBeLessThanOrEqual(EXPIRING_SOON / 1_000);
    expect(open.arrived()).toMatchObject([
      {
        title: `${sender.user.fullName} still waits for you`,
        body: 'Dry winters. 47 hours are left to answer it.',
      },
    ]);
  });

  test('is sent once by any number of concurrent runs', async () => {
    const orders = [
      await pendingOrder(world),
      await pendingOrder(world),
      await pendingOrder(world),
    ];
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await Promise.all([run(), run(), run(), run()]);
    for (const { id } of orders) expect(await reminded(id)).toBe(1);
  });

  test('is sent late after an outage, but not after the deadline', async () => {
    const late = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + DAY);
    await run();
    expect(await reminded(late.id)).toBe(1);
    const over = await pendingOrder(world);
    world.advance(RESPONSE_TIME + HOUR);
    await run();
    expect(await reminded(over.id)).toBe(0);
  });

  test('is sent to support for help tickets', async () => {
    const support = await supportOf(world);
    const asked = await askSupport(await newPerson(world));
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await run();
    expect(await reminded(String(asked.body.data[0].id))).toBe(1);
    const phone = await newDevice(world, await signedInAgain(world, support));
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expiringSoon'));
    expect(phone.arrived()).toMatchObject([{ title: 'A help ticket expires soon' }]);
  });
});

describe('no reminder is sent', () => {
  test('for a message that was answered, declined or canceled', async () => {
    const [one, two, three] = [
      await pendingOrder(world),
      await pendingOrder(world),
      await pendingOrder(world),
    ];
    await answer(one.recipient, one.id);
    await decline(two.recipient, two.id);
    await cancel(three.sender, three.id);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await run();
    for (const { id } of [one, two, three]) expect(await reminded(id)).toBe(0);
  });

  test('for a message that was answered between the event and its delivery', async () => {
    const { id, recipient } = await pendingOrder(world);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT + MINUTE);
    await run();
    const there = await signedInAgain(world, recipient);
    const phone = await newDevice(world, there);
    await answer(there, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.expiringSoon'));
    expect(phone.arrived()).toEqual([]);
  });

  test('for an ended message while a second one is pending', async () => {
    const { id, sender, recipient } = await pendingOrder(world);
    await answer(recipient, id);
    world.advance(DAY);
    const there = await signedInAgain(world, sender);
    const second = await pay(there, recipient);
    world.advance(UNTIL_TWO_DAYS_ARE_LEFT - DAY + MINUTE);
    await run();
    expect(await reminded(id)).toBe(0);
    expect(await reminded(String(second.body.data[0].id))).toBe(0);
    world.advance(DAY);
    await run();
    expect(await reminded(String(second.body.data[0].id))).toBe(1);
  });
});
