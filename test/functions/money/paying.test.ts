import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { agree, intentsOf, ledgerOf, runSchedules } from '../../support/money.ts';
import {
  answer,
  cancel,
  newRecipient,
  pay,
  payWithCard,
  pendingOrder,
  report,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('paying', () => {
  test('a new card pays, becomes the card on file, and pays again', async () => {
    const [sender, recipient, other] = [
      await newPerson(world),
      await newRecipient(world),
      await newRecipient(world),
    ];
    expect((await pay(sender, recipient)).body.status).toBe('PAYMENT_METHOD_REQUIRED');
    const first = await payWithCard(sender, recipient);
    expect(first.body).toMatchObject({
      status: 'SUCCESS',
      data: [{ status: 'PENDING', price: 25, netEarnings: 22, moneyState: 'HELD' }],
    });
    const second = await pay(sender, other);
    expect(second.body.status).toBe('SUCCESS');
    await agree(world);
    expect(intentsOf(world)).toHaveLength(2);
  });
  test('an answer earns the net', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const answered = await answer(recipient, id);
    expect(answered.body).toMatchObject({ status: 'SUCCESS', data: [{ kind: 'PAID_RESPONSE' }] });
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'OPEN',
      moneyState: 'CHARGED',
    });
    expect((await ledgerOf(world))[`user:${recipient.user.id}`]).toBe(2200);
    await agree(world);
  });
  test('cancel, report', async () => {
    const one = await pendingOrder(world);
    expect((await cancel(one.sender, one.id)).body.status).toBe('SUCCESS');
    expect(await seenBySender(world, one.sender, one.id)).toMatchObject({
      status: 'CANCELLED',
      moneyState: 'RELEASED',
    });
    const two = await pendingOrder(world);
    expect((await report(two.recipient, two.id)).body.status).toBe('SUCCESS');
    expect(await seenBySender(world, two.sender, two.id)).toMatchObject({
      status: 'REPORTED',
      moneyState: 'IN_REVIEW',
    });
    await agree(world);
    await runSchedules();
  });
});
