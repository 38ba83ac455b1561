import type { Prng } from './prng.ts';
import type { Simulation } from './simulation.ts';

/* What only Stripe knows of at first: changes that an operator makes in its dashboard, and refunds that a bank refuses. */

/** An action at Stripe; it does nothing if nothing is there to act on. */
export type ProviderAction = (simulation: Simulation, random: Prng) => Promise<void>;

/** An operator captures a hold in the dashboard. */
export const captureManually: ProviderAction = async ({ world: { stripe }, driver }, random) => {
  const holds = stripe.all('paymentIntents').filter(({ status }) => status === 'requires_capture');
  if (holds.length === 0) return;
  const { id } = random.pick(holds);
  const { done } = await stripe.requestManually('POST', `/v1/payment_intents/${id}/capture`);
  driver.log(`an operator captures ${id.slice(-6)}${done ? '' : ': refused'}`);
};

/** An operator charges the card of a person, for neither a conversation nor a plan. */
export const chargeManually: ProviderAction = async ({ world: { stripe }, driver }, random) => {
  const people = stripe.all('customers').filter((one) => 'metadata' in one && one.metadata.userId);
  if (people.length === 0) return;
  const { id: customer } = random.pick(people);
  const { body } = await stripe.requestManually('POST', '/v1/payment_intents', {
    amount: '700',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    customer,
    'metadata[product]': 'another',
  });
  driver.log(`an operator charges ${customer.slice(-6)} by ${body.id.slice(-6)}`);
};

/** An operator transfers money to a person, outside of any payout. */
export const transferManually: ProviderAction = async ({ world: { stripe }, driver }, random) => {
  const ready = stripe
    .all('accounts')
    .filter(
      ({ capabilities, metadata }) => capabilities?.transfers === 'active' && metadata?.userId,
    );
  if (ready.length === 0) return;
  const { id: destination } = random.pick(ready);
  const { done } = await stripe.requestManually('POST', '/v1/transfers', {
    amount: '300',
    currency: 'usd',
    destination,
    'metadata[product]': 'another',
  });
  driver.log(`an operator transfers to ${destination.slice(-6)}${done ? '' : ': refused'}`);
};

/** An operator reverses a part of a payout. */
export const reverseManually: ProviderAction = async ({ world: { stripe }, driver }, random) => {
  const made = stripe
    .all('transfers')
    .filter(({ reversed, metadata }) => !reversed && metadata.period);
  if (made.length === 0) return;
  const { id } = random.pick(made);
  const { done } = await stripe.requestManually('POST', `/v1/transfers/${id}/reversals`, {
    amount: '100',
  });
  driver.log(`an operator reverses a part of ${id.slice(-6)}${done ? '' : ': refused'}`);
};

/** The bank of a card refuses a refund, days after Stripe has made it. */
export const refuseRefund: ProviderAction = async ({ world: { stripe }, driver }, random) => {
  const made = stripe.all('refunds').filter(({ status }) => status === 'succeeded');
  if (made.length === 0) return;
  const { id } = random.pick(made);
  await stripe.requestManually('POST', `/_bank/refunds/${id}/failure`);
  driver.log(`the bank refuses the refund ${id.slice(-6)}`);
};
