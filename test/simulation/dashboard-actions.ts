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

/** The bank of a card refuses a refund, days after Stripe has made it. */
export const refuseRefund: ProviderAction = async ({ world: { stripe }, driver }, random) => {
  const made = stripe.all('refunds').filter(({ status }) => status === 'succeeded');
  if (made.length === 0) return;
  const { id } = random.pick(made);
  await stripe.requestManually('POST', `/_bank/refunds/${id}/failure`);
  driver.log(`the bank refuses the refund ${id.slice(-6)}`);
};
