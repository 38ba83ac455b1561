import type Stripe from 'stripe';
import { bankOf } from '#lib/local/deeds/bank.ts';
import type { FlowStep } from './flow-steps.ts';
import type { Simulation } from './simulation.ts';

/* Steps in which a bank or an operator acts at Stripe, for flows and races with one payment. */

/** Makes a request as a bank or an operator. Throws if Stripe refuses it. */
export async function requestAtStripe(
  { world: { stripe } }: Simulation,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<void> {
  const { done } = await stripe.requestManually('POST', path, form);
  if (!done) throw new Error(`Stripe refused ${path}`);
}

/** The charge of the payment; not the one that funds the account (`fundStripe`). */
export const onlyCharge = ({ world: { stripe } }: Simulation): Stripe.Charge | undefined =>
  stripe.all('charges').find(({ metadata }) => metadata.product !== 'another');

/** The bank of the cards. Throws if Stripe refuses what it does. */
export const bankIn = (simulation: Simulation) =>
  bankOf((path, form) => requestAtStripe(simulation, path, form));

const payment = (simulation: Simulation) => ({
  latest_charge: onlyCharge(simulation)?.id ?? null,
});

/** The bank of the card disputes the payment, or a part of it in cents. */
export const openDispute = (simulation: Simulation, part?: number): Promise<unknown> =>
  bankIn(simulation).disputes(payment(simulation), part === undefined ? {} : { part });

/** The bank decides the dispute for its card holder (`lost`) or against (`won`). */
export function closeDispute(simulation: Simulation, outcome: 'won' | 'lost'): Promise<unknown> {
  const [dispute] = simulation.world.stripe.all('disputes');
  return bankIn(simulation).decides({ id: String(dispute?.id) }, outcome);
}

/** The bank warns that the payment is probably fraudulent. */
export const sendFraudWarning = (simulation: Simulation): Promise<unknown> =>
  bankIn(simulation).warnsOf(payment(simulation));

/** An operator refunds the payment in the dashboard, or a part of it in cents. */
export const refundInDashboard = (simulation: Simulation, part?: number): Promise<void> =>
  requestAtStripe(simulation, '/v1/refunds', {
    payment_intent: String(onlyCharge(simulation)?.payment_intent),
    ...(part !== undefined && { amount: String(part) }),
  });

/** The bank refuses the refund of the payment that has succeeded. */
export function failRefund(simulation: Simulation): Promise<unknown> {
  const refund = simulation.world.stripe.all('refunds').find((one) => one.status === 'succeeded');
  return bankIn(simulation).refusesRefund({ id: String(refund?.id) });
}

/** The bank refuses the refund that is made, unless it has done so already. */
export const refusingRefund: FlowStep = (simulation) =>
  simulation.driver.start('the bank refuses the refund', async () => {
    const isMade = simulation.world.stripe.all('refunds').some((one) => one.status === 'succeeded');
    if (isMade) await failRefund(simulation);
  });
