import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { startEmulator, type TestEmulator } from './emulator.ts';

/* Connected accounts and transfers to them, as in Stripe Connect. */

const EXPRESS = {
  type: 'express' as const,
  capabilities: { transfers: { requested: true } },
  metadata: { userId: 'ana' },
};
const ADDRESSES = {
  type: 'account_onboarding' as const,
  return_url: 'http://localhost:3000/back',
  refresh_url: 'http://localhost:3000/again',
};
const tokenIn = (url: string) => url.split('/').at(-1) ?? '';

/** Charges a card, so that the balance has money for transfers. */
async function takeMoney(stripe: Stripe, amount = 5_000) {
  await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
}

async function readyAccount({ stripe, emulator }: TestEmulator) {
  const { id } = await stripe.accounts.create(EXPRESS);
  const { url } = await stripe.accountLinks.create({ account: id, ...ADDRESSES });
  emulator.onboard(tokenIn(url), 'READY');
  return id;
}

test('an account accepts transfers after onboarding, and each link works once', async () => {
  const world = await startEmulator();
  const { stripe, emulator } = world;
  await takeMoney(stripe);
  const account = await stripe.accounts.create(EXPRESS);
  expect(account).toMatchObject({ payouts_enabled: false, details_submitted: false });
  const order = { amount: 1_000, currency: 'usd', destination: account.id };
  await expect(stripe.transfers.create(order)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  });
  const { url } = await stripe.accountLinks.create({ account: account.id, ...ADDRESSES });
  expect(url).toMatch(/^http:\/\/localhost:3000\/_stripe\/stripe-connect\//);
  emulator.onboard(tokenIn(url), 'RESTRICTED');
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
    payouts_enabled: false,
    details_submitted: true,
    requirements: { disabled_reason: 'requirements.past_due' },
  });
  emulator.onboard(tokenIn(url), 'READY');
  expect((await stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(false);
  expect(emulator.accountLink(tokenIn(url))?.over).toBe(true);
  const again = await stripe.accountLinks.create({ account: account.id, ...ADDRESSES });
  emulator.onboard(tokenIn(again.url), 'READY');
  const made = await stripe.transfers.create({ ...order, transfer_group: 'g' });
  expect((await stripe.transfers.list({ transfer_group: 'g' })).data).toEqual([made]);
});

test('an onboarding link is valid for five minutes', async () => {
  const world = await startEmulator();
  const { id } = await world.stripe.accounts.create(EXPRESS);
  const { url } = await world.stripe.accountLinks.create({ account: id, ...ADDRESSES });
  expect(world.emulator.accountLink(tokenIn(url))?.over).toBe(false);
  world.clock.now += 5 * 60_000;
  expect(world.emulator.accountLink(tokenIn(url))?.over).toBe(true);
});

test('a transfer cannot exceed the balance, and a reversal increases the balance again', async () => {
  const world = await startEmulator();
  const { stripe } = world;
  const destination = await readyAccount(world);
  await takeMoney(stripe, 1_500);
  const order = { amount: 1_000, currency: 'usd', destination };
  const made = await stripe.transfers.create(order);
  await expect(stripe.transfers.create(order)).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
  await stripe.transfers.createReversal(made.id);
  expect(await stripe.transfers.retrieve(made.id)).toMatchObject({
    reversed: true,
    amount_reversed: 1_000,
  });
  await expect(stripe.transfers.createReversal(made.id)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  });
  await stripe.transfers.create(order);
});

test('a transfer holds its 10 newest reversals; the list returns all of them in pages, newest first', async () => {
  const world = await startEmulator();
  const { stripe } = world;
  const destination = await readyAccount(world);
  await takeMoney(stripe);
  const order = { amount: 1_000, currency: 'usd', destination, transfer_group: 'g' };
  const { id } = await stripe.transfers.create(order);
  const made: string[] = [];
  for (let nth = 1; nth <= 12; nth += 1)
    made.unshift((await stripe.transfers.createReversal(id, { amount: nth })).id);
  const { reversals, ...transfer } = await stripe.transfers.retrieve(id);
  expect(transfer).toMatchObject({ amount_reversed: 78, reversed: false });
  expect(reversals.data.map((one) => one.id)).toEqual(made.slice(0, 10));
  expect(reversals.has_more).toBe(true);
  const [listed] = (await stripe.transfers.list({ transfer_group: 'g' })).data;
  expect(listed?.reversals.data).toHaveLength(10);
  const [event] = (await stripe.events.list({ type: 'transfer.reversed', limit: 1 })).data;
  expect(event?.data.object).toMatchObject({ reversals: { has_more: true } });
  const first = await stripe.transfers.listReversals(id, { limit: 5 });
  expect(first.data.map((one) => one.id)).toEqual(made.slice(0, 5));
  const all = await stripe.transfers.listReversals(id, { limit: 5 }).autoPagingToArray({
    limit: 100,
  });
  expect(all.map((one) => one.id)).toEqual(made);
  await stripe.transfers.createReversal(id);
  expect(await stripe.transfers.retrieve(id)).toMatchObject({
    amount_reversed: 1_000,
    reversed: true,
  });
});

test('the balance of a connected account is the sum of recent transfers less their reversals', async () => {
  const world = await startEmulator();
  const { stripe } = world;
  const destination = await readyAccount(world);
  await takeMoney(stripe);
  const balance = async (stripeAccount: string) =>
    (await stripe.balance.retrieve({}, { stripeAccount })).available;
  expect(await balance(destination)).toMatchObject([{ amount: 0, currency: 'usd' }]);
  const send = (amount: number) =>
    stripe.transfers.create({ amount, currency: 'usd', destination });
  const old = await send(1_000);
  expect(await balance(destination)).toMatchObject([{ amount: 1_000 }]);
  world.clock.now += 3 * 24 * 60 * 60_000;
  await send(500);
  await stripe.transfers.createReversal(old.id, { amount: 200 });
  expect(await balance(destination)).toMatchObject([{ amount: 300 }]);
  await expect(stripe.transfers.createReversal(old.id, { amount: 301 })).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
  await expect(balance('acct_none')).rejects.toMatchObject({ code: 'account_invalid' });
  await expect(stripe.transfers.list({}, { stripeAccount: destination })).rejects.toMatchObject({
    code: 'account_invalid',
  });
});

test('accounts and transfers send webhooks', async () => {
  const world = await startEmulator();
  await takeMoney(world.stripe);
  const destination = await readyAccount(world);
  const { id } = await world.stripe.transfers.create({
    amount: 500,
    currency: 'usd',
    destination,
  });
  await world.stripe.transfers.createReversal(id);
  const { data } = await world.stripe.events.list({ limit: 10 });
  expect(data.map(({ type }) => type).filter((type) => !/^(charge|payment)/.test(type))).toEqual([
    'transfer.reversed',
    'transfer.created',
    'account.updated',
    'account.updated',
  ]);
});
