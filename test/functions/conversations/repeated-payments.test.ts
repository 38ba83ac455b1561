import { expect, jest, test } from '@jest/globals';
import { payments } from '#functions/gateways/payments.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { Refusal } from '#shared/refusals.ts';
import { DAY } from '#shared/time.ts';
import { expectLedgerMatchesStripe, intentsOf, runSchedules } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Payments that a phone repeats with the same Idempotency-Key long after the first request crashed. */

const KEY = 'one-tap';

const world = worldOfFile();

/** Creates an order whose process crashed right after Stripe created the hold, before the hold was stored. */
async function crashAfterHold() {
  for (let crashAt = 1; ; crashAt += 1) {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const first = await sender.pays(await newPerson(world, { price: PRICE }), {
      card: 'pm_card_visa',
    });
    await sender.cancels(first);
    const before = intentsOf(world).length;
    await world.crashingAt(crashAt, 'after', () =>
      responseTo(sender.pays(recipient, { key: KEY })),
    );
    const intents = intentsOf(world).length;
    if (intents > before) return { sender, recipient, intents };
  }
}

test('a repeated payment makes no second hold after Stripe has forgotten the idempotency key', async () => {
  const { sender, recipient, intents } = await crashAfterHold();

  world.advance(2 * DAY);
  const again = await responseTo(sender.pays(recipient, { key: KEY }));
  expect(again.body).toMatchObject({ status: 'SUCCESS' });
  expect(intentsOf(world)).toHaveLength(intents);
  await runSchedules();
  await expectLedgerMatchesStripe(world);
});

test('a payment that waits for the bank is kept when Stripe does not answer the same request, repeated at the same time', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const payOnce = () =>
    responseTo(sender.pays(recipient, { card: 'pm_card_authenticationRequired', key: KEY }));
  let first: Awaited<ReturnType<typeof payOnce>> | undefined;
  const unanswered = jest.spyOn(payments, 'hold').mockImplementationOnce(async () => {
    first = await payOnce();
    throw new Refusal('UNAVAILABLE');
  });
  expect((await payOnce()).body.status).toBe('UNAVAILABLE');
  unanswered.mockRestore();
  expect(first?.body.status).toBe('CARD_ACTION_REQUIRED');
  expect((await payOnce()).body).toEqual(first?.body);
});

test('a payment that Stripe still processes is not reported as declined when the first request undoes it', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const payOnce = () => responseTo(sender.pays(recipient, { card: 'pm_card_visa', key: KEY }));
  const repeated = jest.spyOn(payments, 'hold').mockImplementationOnce(async () => {
    repeated.mockRejectedValueOnce(new Refusal('UNAVAILABLE'));
    await payOnce();
    return { is: 'underway' };
  });
  const answer = await payOnce();
  repeated.mockRestore();
  expectRefusal(answer, 503, 'UNAVAILABLE');
});

test('a payment that is repeated or confirmed again shows both people as they are now', async () => {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa', key: KEY }));
  const fullName = 'Somebody Else';
  for (const { user } of [sender, recipient])
    await table.write(update(userKey(user.id), { set: { fullName } }));
  const now = { senderName: fullName, recipientName: fullName };
  const inboxId = body.data[0].id;
  for (const answer of [
    await responseTo(sender.pays(recipient, { card: 'pm_card_visa', key: KEY })),
    await responseTo(sender.calls('confirmInboxPayment', { inboxId })),
  ])
    expect(answer.body.data).toMatchObject([{ id: inboxId, ...now }]);
});
