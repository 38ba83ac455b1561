import { beforeEach, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import StripeClient from 'stripe';
import { blockAccount, unblockAccount } from '#functions/storage/accounts/blocks.ts';
import { payoutKey } from '#functions/storage/keys.ts';
import { payoutAccountOf } from '#functions/storage/payouts/payout-accounts.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { DAY, monthOf } from '#shared/time.ts';
import { operator, owedTo } from '../../support/disputes.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import {
  expectLedgerMatchesStripe,
  ledgerOf,
  postAllEvents,
  postEvent,
} from '../../support/money.ts';
import {
  accountsOf,
  advanceTo,
  advanceToDayWithoutPayouts,
  NET,
  newCreditor,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../../support/payouts.ts';
import type { Person } from '../../support/people.ts';
import { deliverWebhooks } from '../../support/plans.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SECRETS } from '../../support/world.ts';

/* Webhooks about payouts: delivered late, twice and in any order. */

const world = worldOfFile();
beforeEach(async () => {
  await advanceToDayWithoutPayouts(world);
  await deliverWebhooks(world);
});

const seen = async (person: Person) => (await person.payouts()).data;
const statusOf = async (person: Person) => (await payoutAccountOf(table, person.user.id))?.status;

test('an account is ready once Stripe reports it, even if an older event arrives later', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED' });
  await ana.setsUpPayouts(world.stripe);
  // The first call delivers the events newest first; the second delivers all of them again.
  await postAllEvents(world);
  expect(await statusOf(ana)).toBe('READY');
  await postAllEvents(world);
  expect(await statusOf(ana)).toBe('READY');
});

test('an event about an unknown connected account is ignored', async () => {
  await (await operator(world)).accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
  });
  await deliverWebhooks(world);
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  await (await operator(world)).accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
    metadata: { userId: ana.user.id },
  });
  const kept = accountsOf(world)[1]?.id;
  await deliverWebhooks(world);
  expect(await payoutAccountOf(table, ana.user.id)).toMatchObject({ accountId: kept });
});

test('a payout to the bank that fails is shown in the state of the account', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  await deliverWebhooks(world);
  expect(await statusOf(ana)).toBe('READY');
  // Stripe restricts the account; its account.updated is not delivered.
  await ana.setsUpPayouts(world.stripe, { outcome: 'RESTRICTED' });
  expect(await statusOf(ana)).toBe('READY');
  const account = accountsOf(world)[0]?.id ?? '';
  const object = { id: 'po_1', object: 'payout', status: 'failed' };
  const event = {
    id: 'evt_bank',
    object: 'event',
    type: 'payout.failed',
    account,
    data: { object },
  };
  expect(await postEvent(world, event)).toMatchObject({ statusCode: 200 });
  expect(await statusOf(ana)).toBe('RESTRICTED');
  const own = { ...event, id: 'evt_own', account: undefined };
  expect(await postEvent(world, own)).toMatchObject({ statusCode: 200 });
});

test('a reversed transfer returns the money to the balance, once, with one notification of each step', async () => {
  const ana = await newEarner(world);
  const period = monthOf(world.now());
  await ana.setsUpPayouts(world.stripe);
  await runPayday(world);
  await deliverWebhooks(world);
  const transfer = transfersOf(world)[0];
  await (await operator(world)).transfers.createReversal(transfer?.id ?? '');
  await deliverWebhooks(world);
  await postAllEvents(world);
  expect(await seen(ana)).toMatchObject([{ status: 'FAILED', amount: 22 }]);
  expect(await owedTo(ana)).toBe(NET);
  await expectLedgerMatchesStripe(world);
  for (const type of ['payout.paid', 'payout.failed'] as const)
    expect(await domainEventsAbout(world, type, ana)).toMatchObject([{ detail: { period } }]);
  await runPayday(world);
  expect(await seen(ana)).toMatchObject([{ status: 'PAID', amount: 22 }, { status: 'FAILED' }]);
  expect(await owedTo(ana)).toBe(0);
  await expectLedgerMatchesStripe(world);
});

test('a reversal of another transfer with the same data changes nothing', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  await runPayday(world);
  // Their money is there for the other transfer.
  await newCreditor(world);
  const stripe = await operator(world);
  const { amount, currency, destination, metadata, transfer_group } = transfersOf(world)[0] ?? {};
  const other = await stripe.transfers.create({
    amount: amount ?? 0,
    currency: currency ?? '',
    destination: String(destination),
    metadata: metadata ?? {},
    ...(transfer_group && { transfer_group }),
  });
  await stripe.transfers.createReversal(other.id);
  await deliverWebhooks(world);
  expect(await seen(ana)).toMatchObject([{ status: 'PAID', amount: 22 }]);
  expect(await owedTo(ana)).toBe(0);
});

test.each(['CANCELLED', 'FAILED'])(
  'a transfer that appears after its payout is %s books nothing',
  async (status) => {
    const ana = await newEarner(world);
    await ana.setsUpPayouts(world.stripe);
    await newCreditor(world);
    const { id: userId } = ana.user;
    const over = { id: newId(world.now()), userId, period: '2026-01', amount: 1_000, status };
    const payout = {
      ...payoutKey(userId, over.period),
      ...over,
      attempt: 1,
      createdAt: world.now(),
    };
    await table.write(put(payout));
    const before = await ledgerOf(world);
    const { transfers } = await operator(world);
    const late = await transfers.create({
      amount: over.amount,
      currency: 'usd',
      destination: accountsOf(world)[1]?.id ?? '',
      metadata: { userId, period: over.period },
    });
    await deliverWebhooks(world);
    expect(await table.get(payoutKey(userId, over.period))).toEqual(payout);
    expect(await ledgerOf(world)).toEqual(before);
    await transfers.createReversal(late.id);
    await deliverWebhooks(world);
    expect(await table.get(payoutKey(userId, over.period))).toEqual(payout);
    expect(await ledgerOf(world)).toEqual(before);
  },
);

test('a payout of a blocked person is sent once the block ends', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  world.stripe.faults.next({ kind: 'status-500', path: '/v1/transfers', times: 99 });
  await runPayday(world);
  world.stripe.faults.clear();
  const act = { id: newId(world.now()), who: 'test', command: 'block', about: ana.user.id };
  const audit = { ...act, at: world.now(), reason: 'test', outcome: 'test' };
  await blockAccount(table, ana.user.id, audit, world.now());
  world.advance(DAY);
  await runPayOut();
  world.advance(DAY);
  await runPayOut();
  const theirs = () => transfersOf(world).filter(({ metadata }) => metadata.userId === ana.user.id);
  expect(theirs()).toHaveLength(0);
  const end = { ...audit, id: newId(world.now()) };
  await unblockAccount(table, ana.user.id, end, world.now());
  world.advance(DAY);
  await runPayOut();
  expect(theirs()).toHaveLength(1);
  expect(await owedTo(ana)).toBe(0);
});

test('events of connected accounts are verified with their own secret only', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  const told = (world.stripe.read('events') as Stripe.Event[]).find(
    ({ type }) => type === 'account.updated',
  );
  const signedWith = (secret: string) =>
    StripeClient.webhooks.generateTestHeaderString({
      payload: JSON.stringify(told),
      secret,
      timestamp: Math.floor(world.now() / 1_000),
    });
  const forged = await postEvent(world, told, signedWith('whsec_other'));
  expect(forged).toMatchObject({ statusCode: 400 });
  expect(await statusOf(ana)).toBe('DETAILS_NEEDED');
  const { stripeConnectWebhookSecret } = SECRETS;
  const genuine = await postEvent(world, told, signedWith(stripeConnectWebhookSecret));
  expect(genuine).toMatchObject({ statusCode: 200 });
  expect(await statusOf(ana)).toBe('READY');
});

test('a payout without enough funds at Stripe raises an alarm, and is sent once there are enough', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  const payday = nextPayday(world);
  advanceTo(world, payday - DAY);
  const available = -((await ledgerOf(world))['card:clearing'] ?? 0);
  const destination = accountsOf(world)[0]?.id ?? '';
  const away = await (await operator(world)).transfers.create({
    amount: available,
    currency: 'usd',
    destination,
  });
  advanceTo(world, payday);
  await expect(runPayOut()).rejects.toThrow('could not be processed');
  expect(await seen(ana)).toMatchObject([{ status: 'SENDING' }]);
  await (await operator(world)).transfers.createReversal(away.id);
  // Stripe repeats its stored error under the same idempotency key for a day.
  for (let day = 0; day < 3; day += 1) {
    world.advance(DAY);
    await runPayOut().catch(() => undefined);
  }
  expect(await seen(ana)).toMatchObject([{ status: 'PAID' }]);
  await expectLedgerMatchesStripe(world);
});

test('a transfer of another product is not treated as a payout', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  const destination = accountsOf(world)[0]?.id ?? '';
  const made = await (await operator(world)).transfers.create({
    amount: 100,
    currency: 'usd',
    destination,
  });
  await deliverWebhooks(world);
  expect(await seen(ana)).toEqual([]);
  await (await operator(world)).transfers.createReversal(made.id);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});
