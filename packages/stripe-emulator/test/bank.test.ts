import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import type { BankAction } from '../src/index.ts';
import { day, refusalOf, startEmulator, type TestEmulator } from './emulator.ts';

/* Actions of a bank or of an operator on a captured payment of $50.00: disputes and refunds. */

async function taken(
  { stripe }: TestEmulator,
  card = 'pm_card_visa',
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    payment_method: card,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
}

/** Performs these actions. Returns the status of the only payment and the actions that are possible next. */
function after({ emulator }: TestEmulator, { id }: Stripe.PaymentIntent, ...actions: BankAction[]) {
  for (const action of actions) emulator.performBankAction(id, action);
  const [payment] = emulator.capturedPayments();
  return [payment?.status, payment?.actions.join(' ')];
}

test('the bank page lists the actions that a payment allows next', async () => {
  const world = await startEmulator();
  const disputed = await taken(world);
  expect(after(world, disputed)).toEqual(['taken', 'dispute warn refund']);
  expect(after(world, disputed, 'dispute')).toEqual(['disputed', 'win lose']);
  expect(after(world, disputed, 'win')).toEqual(['won', 'refund']);
  expect(after(world, disputed, 'refund')).toEqual(['refunded', 'refuse']);
  expect(after(world, disputed, 'refuse')).toEqual(['refundFailed', 'refund']);
  const lost = await taken(world);
  expect(after(world, lost, 'dispute', 'lose')).toEqual(['lost', '']);
  expect(() => after(world, lost, 'refund')).toThrow('That cannot happen to it now.');
});

test('disputed and refunded amounts cannot be paid out', async () => {
  const world = await startEmulator();
  const { stripe, emulator } = world;
  const { id } = await stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
  });
  const links = {
    type: 'account_onboarding',
    return_url: 'http://a.test',
    refresh_url: 'http://b.test',
  } as const;
  const { url } = await stripe.accountLinks.create({ account: id, ...links });
  emulator.onboard(url.split('/').at(-1) ?? '', 'READY');
  const send = (amount: number) =>
    stripe.transfers.create({ amount, currency: 'usd', destination: id });
  const [one, two] = [await taken(world), await taken(world)];
  after(world, one, 'dispute');
  // $100.00 less the $50.00 in dispute and its fee of $15.00.
  expect(await refusalOf(send(3_501))).toMatchObject({ code: 'balance_insufficient' });
  after(world, two, 'refund');
  expect(await refusalOf(send(1))).toMatchObject({ code: 'balance_insufficient' });
  after(world, two, 'refuse');
  after(world, one, 'win');
  // The fee of a won dispute is not returned.
  expect(await refusalOf(send(8_501))).toMatchObject({ code: 'balance_insufficient' });
  expect(await send(8_500)).toMatchObject({ amount: 8_500 });
});

test('the refund to a card whose bank refuses refunds fails a day later', async () => {
  const world = await startEmulator();
  const { stripe, emulator, clock } = world;
  const intent = await taken(world, 'pm_card_refundFail');
  const given = await stripe.refunds.create({ payment_intent: intent.id });
  expect(given.status).toBe('succeeded');
  expect(emulator.nextDueAt()).toBe(clock.now + day);
  clock.now += day;
  await emulator.runDue();
  expect(await stripe.refunds.retrieve(given.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 });
  const told = (emulator.read('events') as Stripe.Event[]).map(({ type }) => type).slice(0, 3);
  expect(told.sort()).toEqual(['charge.refund.updated', 'refund.failed', 'refund.updated']);
  expect(emulator.nextDueAt()).toBeUndefined();
});
