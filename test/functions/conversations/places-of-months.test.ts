import { expect, test } from '@jest/globals';
import { handler as finishPayments } from '#functions/jobs/finishPayments.ts';
import { monthKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { later, MINUTE, monthOf } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* The places of a month: an order takes one of the month in which it began, and only ever gives that one back. */

const world = worldOfEachTest();

test.each([
  ['canceled', (sender: Person, id: string) => sender.cancels({ id })],
  [
    'not confirmed with the bank',
    () => {
      world.advance(31 * MINUTE);
      return finishPayments({}, lambdaContext());
    },
  ],
])(
  'an order that is %s in the next month frees a place of its own month only',
  async (what, end) => {
    const recipient = await newPerson(world, { price: PRICE, paidResponseCommitment: 1 });
    const month = monthOf(world.now());
    while (monthOf(later(world.now(), 10 * MINUTE)) === month) world.advance(10 * MINUTE);
    const reserved = async (of: string) =>
      (await table.get<{ reservedCount?: number }>(monthKey(recipient.user.id, of)))
        ?.reservedCount ?? 0;
    const card = what === 'canceled' ? 'pm_card_visa' : 'pm_card_authenticationRequired';
    const sender = await newPerson(world);
    const { body } = await responseTo(sender.pays(recipient, { card }));
    const id = String(body.inboxId ?? body.data[0].id);
    world.advance(11 * MINUTE);
    const next = monthOf(world.now());
    expect(next).not.toBe(month);
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    expect([await reserved(month), await reserved(next)]).toEqual([1, 1]);
    await end(sender, id);
    expect([await reserved(month), await reserved(next)]).toEqual([0, 1]);
    const { body: full } = await responseTo(
      (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' }),
    );
    expect(full.status).toBe('NOT_ACCEPTING');
  },
);
