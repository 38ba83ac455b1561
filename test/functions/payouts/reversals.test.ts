import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type Stripe from 'stripe';
import { payouts } from '#functions/gateways/payouts.ts';
import { continueRecovery } from '#functions/payouts/debt-recovery.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { balanceKey, payoutKey, recoveryKey } from '#functions/storage/keys.ts';
import { balanceOf } from '#functions/storage/ledger/ledger.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { operator, owedTo } from '../../support/disputes.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { answeredOrder } from '../../support/orders.ts';
import { earn, NET, newEarner, runPayday, runPayOut, transfersOf } from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { lostAfter, paidOut, reconciled, recover } from '../../support/reversals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* Recoveries: a debt is recovered by reversing the transfers of earlier payouts, while the connected account has the money. */

const world = worldOfEachTest();

afterEach(() => {
  jest.restoreAllMocks();
});

/** Every reversal reaches Stripe only after the account's money has gone to the bank. */
function takeToBankBeforeReversal() {
  const { reverse } = payouts;
  jest.spyOn(payouts, 'reverse').mockImplementation((order) => {
    world.advance(5 * DAY);
    return reverse(order);
  });
}

const reversedOf = () =>
  transfersOf(world).map((one) => [one.amount_reversed, one.reversals.data.length]);

const linesOf = async (person: Person) =>
  (await person.ledger()).data.map(({ what, net }) => [what, net]);

describe('a debt after a payout', () => {
  test('is recovered from the transfer once while the account has the money, and the person is notified', async () => {
    const { recipient } = await lostAfter(world, HOUR);
    for (let run = 0; run < 3; run += 1) await recover(world);
    expect(reversedOf()).toEqual([[NET, 1]]);
    expect(await owedTo(recipient)).toBe(0);
    expect((await linesOf(recipient))[0]).toEqual(['PAYOUT_REVERSED', 22]);
    expect((await recipient.payouts()).data).toMatchObject([{ status: 'PAID' }]);
    await reconciled(world);
  });

  test('is recovered once Stripe answers again, if it did not answer at first', async () => {
    const { recipient } = await lostAfter(world, HOUR);
    world.stripe.faults.next({ kind: 'status-500', path: '/v1/balance', times: 99 });
    world.advance(15 * MINUTE);
    await runPayOut();
    expect(reversedOf()).toEqual([[0, 0]]);
    world.stripe.faults.clear();
    await recover(world);
    expect(reversedOf()).toEqual([[NET, 1]]);
    expect(await owedTo(recipient)).toBe(0);
  });

  test('is recovered by reversing only its amount of a larger transfer', async () => {
    const { recipient } = await lostAfter(world, HOUR, 2);
    await recover(world);
    expect(reversedOf()).toEqual([[NET, 1]]);
    expect(transfersOf(world)[0]?.amount).toBe(2 * NET);
    expect(await owedTo(recipient)).toBe(0);
    await reconciled(world);
  });

  test('is not recovered from the transfer if later earnings have repaid it', async () => {
    const { recipient } = await lostAfter(world, HOUR);
    await earn(world, recipient);
    await recover(world);
    expect(reversedOf()).toEqual([[0, 0]]);
    expect(await owedTo(recipient)).toBe(0);
  });

  test('is left to later earnings if the money has been paid out to the bank', async () => {
    const { recipient } = await lostAfter(world, 5 * DAY);
    for (let run = 0; run < 3; run += 1) await recover(world);
    expect(reversedOf()).toEqual([[0, 0]]);
    expect(await balanceOf(table, recipient.user.id)).toMatchObject({
      balance: -NET,
      recovering: 0,
    });
    await reconciled(world);
  });

  test('is left to later earnings if the account is closed or no longer connected to us', async () => {
    const { recipient } = await lostAfter(world, HOUR);
    const { fetch } = globalThis;
    const message = 'The provided key does not have access to the account.';
    const error = { type: 'invalid_request_error', code: 'account_invalid', message };
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) =>
        new URL(String(input)).pathname === '/v1/balance'
          ? Response.json({ error }, { status: 403 })
          : fetch(input, init),
      );
    for (let run = 0; run < 2; run += 1) await recover(world);
    expect(await balanceOf(table, recipient.user.id)).toMatchObject({
      balance: -NET,
      recovering: 0,
    });
  });

  test('is not credited to the person when an operator reverses the rest of the transfer', async () => {
    const { recipient } = await lostAfter(world, HOUR, 2);
    await recover(world);
    const [transfer] = transfersOf(world);
    await (await operator(world)).transfers.createReversal(String(transfer?.id));
    await postAllEvents(world);
    expect(await owedTo(recipient)).toBe(NET);
    expect((await recipient.payouts()).data).toMatchObject([{ status: 'FAILED' }]);
    await reconciled(world);
  });

  test('of more than ten lost disputes is recovered by one transfer’s reversals, without a credit to the person', async () => {
    const { recipient, intent: first } = await lostAfter(world, HOUR, 11);
    const intents = world.stripe.read('paymentIntents') as Stripe.PaymentIntent[];
    for (const intent of intents.filter(({ id }) => id !== first.id))
      await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    // The recoveries of one person wait for each other: each run completes at least one of them.
    for (let run = 0; run < 11 && reversedOf()[0]?.[1] !== 11; run += 1) await recover(world);
    expect(reversedOf()).toEqual([[11 * NET, 11]]);
    expect(await owedTo(recipient)).toBe(0);
    expect((await recipient.payouts()).data).toMatchObject([{ status: 'PAID' }]);
    await reconciled(world);
  });

  test('is recovered as far as the account has money, and the rest is left to later earnings', async () => {
    const { recipient } = await lostAfter(world, 3 * DAY);
    await newEarner(world, 2);
    const destination = String(transfersOf(world)[0]?.destination);
    const more = { amount: 500, currency: 'usd', destination };
    await (await operator(world)).transfers.create(more);
    for (let run = 0; run < 3; run += 1) await recover(world);
    expect(reversedOf()).toContainEqual([500, 1]);
    expect(await balanceOf(table, recipient.user.id)).toMatchObject({
      balance: 500 - NET,
      recovering: 0,
    });
  });

  test('is recovered only once when two lost disputes are processed at the same time', async () => {
    const first = await answeredOrder(world);
    await first.recipient.setsUpPayouts(world.stripe);
    await earn(world, first.recipient);
    await runPayday(world);
    await postAllEvents(world);
    const charges = (world.stripe.read('paymentIntents') as Stripe.PaymentIntent[]).slice(0, 2);
    for (const intent of charges)
      await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    world.advance(15 * MINUTE);
    await Promise.all([runPayOut(), runPayOut()]);
    await recover(world);
    expect(transfersOf(world)[0]?.amount_reversed).toBe(2 * NET);
    expect(await owedTo(first.recipient)).toBe(0);
    await reconciled(world);
  });
});

describe.each([
  ['the next run', 15 * MINUTE],
  ['a run that is days late', 3 * DAY],
])('after a crash, %s completes a reversal once', (_by, pause) => {
  test.each([
    ['made', NET],
    ['refused, because the bank took the money after it was decided', 0],
  ])('that Stripe has %s', async (_how, most) => {
    if (most === 0) takeToBankBeforeReversal();
    await world.crashingAtEveryWrite(
      async ({ crash }) => {
        const { recipient } = await lostAfter(world, HOUR);
        await crash(runPayOut);
        world.advance(pause);
        for (let run = 0; run < 2; run += 1) await recover(world);
        const [transfer] = transfersOf(world);
        const reversed = transfer?.amount_reversed ?? 0;
        expect(transfer?.reversals.data.length).toBeLessThanOrEqual(1);
        expect(reversed).toBeLessThanOrEqual(most);
        if (pause < DAY) expect(reversed).toBe(most);
        expect(await balanceOf(table, recipient.user.id)).toMatchObject({
          balance: reversed - NET,
          recovering: 0,
        });
        await expectLedgerMatchesStripe(world);
      },
      { inNewWorlds: true },
    );
  });
});

describe('an existing reversal of the same attempt at Stripe', () => {
  test('is found among more than 100, even after Stripe forgot the idempotency key', async () => {
    await paidOut(world);
    const { id: transferId = '' } = transfersOf(world)[0] ?? {};
    const order = { transferId, amount: cents(7), name: 'reversal:a:1' };
    expect(await payouts.reverse(order)).toBe('REVERSED');
    const { transfers } = await operator(world);
    for (let nth = 1; nth <= 100; nth += 1)
      await transfers.createReversal(transferId, { amount: 1 });
    world.advance(25 * HOUR);
    expect(await payouts.reverse(order)).toBe('REVERSED');
    expect(transfersOf(world)[0]?.amount_reversed).toBe(107);
  });
});

test('the recovery of a debt whose payout changes each time is left to the next run after 24 tries', async () => {
  const now = world.now();
  const [id, conversationId, period] = [newId(now), newId(now), '2027-03'];
  const due = { conversationId, takenBack: 700, ...dueIndex('PAYOUT', now, id) };
  await table.write(put({ ...recoveryKey(id, conversationId), ...due }));
  await table.write(put({ ...balanceKey(id), balance: -700, recovering: 0 }));
  const paid = { id: newId(now), userId: id, period, amount: 2_000, status: 'PAID' };
  const sent = { transferId: 'tr', createdAt: now, attempt: 1 };
  await table.write(put({ ...payoutKey(id, period), ...paid, ...sent }));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const payouts = { reversible: async () => cents(700) };
  const recoverDebt = () =>
    continueRecovery({ table, log, now, payouts } as never, id, conversationId);
  expect(await world.losingEveryWrite(payoutKey(id, period), recoverDebt)).toEqual({
    result: undefined,
    tries: 24,
  });
});

test('a debt that is recovered is not recovered again if a stale index still lists it', async () => {
  await lostAfter(world, HOUR);
  world.advance(15 * MINUTE);
  await expectNothingTwice(world, runPayOut);
  expect(transfersOf(world)).toMatchObject([{ amount_reversed: NET }]);
});

test('a debt that is left to later earnings stays the same if a stale index still lists it', async () => {
  await lostAfter(world, 5 * DAY);
  world.advance(15 * MINUTE);
  await expectNothingTwice(world, runPayOut);
});
