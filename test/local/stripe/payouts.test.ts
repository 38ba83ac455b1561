import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { type StandIn, standIn } from './stand-in.ts';

/* Accounts of people who are paid, and transfers to them, as Stripe Connect has them. */

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

/** Money that was taken from a card, for there to be something to pay out. */
async function takeMoney(stripe: Stripe, amount = 5_000) {
  await stripe.paymentIntents.create({
    ...{ amount, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
}

async function readyAccount({ stripe, local }: StandIn) {
  const { id } = await stripe.accounts.create(EXPRESS);
  const { url } = await stripe.accountLinks.create({ account: id, ...ADDRESSES });
  local.onboard(tokenIn(url), 'READY');
  return id;
}

test('an account takes transfers once its person has finished the page, and the link works once', async () => {
  const world = await standIn();
  const { stripe, local } = world;
  await takeMoney(stripe);
  const account = await stripe.accounts.create(EXPRESS);
  expect(account).toMatchObject({ payouts_enabled: false, details_submitted: false });
  const order = { amount: 1_000, currency: 'usd', destination: account.id };
  await expect(stripe.transfers.create(order)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  });
  const { url } = await stripe.accountLinks.create({ account: account.id, ...ADDRESSES });
  expect(url).toMatch(/^http:\/\/localhost:3000\/_local\/stripe-connect\//);
  local.onboard(tokenIn(url), 'RESTRICTED');
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
    ...{ payouts_enabled: false, details_submitted: true },
    requirements: { disabled_reason: 'requirements.past_due' },
  });
  local.onboard(tokenIn(url), 'READY');
  expect((await stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(false);
  expect(local.accountLink(tokenIn(url))?.over).toBe(true);
  const again = await stripe.accountLinks.create({ account: account.id, ...ADDRESSES });
  local.onboard(tokenIn(again.url), 'READY');
  const made = await stripe.transfers.create({ ...order, transfer_group: 'g' });
  expect((await stripe.transfers.list({ transfer_group: 'g' })).data).toEqual([made]);
});

test('a link lasts five minutes', async () => {
  const world = await standIn();
  const { id } = await world.stripe.accounts.create(EXPRESS);
  const { url } = await world.stripe.accountLinks.create({ account: id, ...ADDRESSES });
  expect(world.local.accountLink(tokenIn(url))?.over).toBe(false);
  world.clock.now += 5 * 60_000;
  expect(world.local.accountLink(tokenIn(url))?.over).toBe(true);
});

test('no more goes out than was taken, and what is reversed is there again', async () => {
  const world = await standIn();
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
    ...{ reversed: true, amount_reversed: 1_000 },
  });
  await expect(stripe.transfers.createReversal(made.id)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  });
  await stripe.transfers.create(order);
});

test('it tells of accounts and transfers', async () => {
  const world = await standIn();
  await takeMoney(world.stripe);
  const destination = await readyAccount(world);
  const { id } = await world.stripe.transfers.create({
    ...{ amount: 500, currency: 'usd', destination },
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
