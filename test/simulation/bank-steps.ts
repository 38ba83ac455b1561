import type Stripe from 'stripe';
import type { FlowStep } from './flow-steps.ts';
import type { Simulation } from './simulation.ts';

/* Steps in which a bank or an operator acts at Stripe, for flows and races with one payment. */

/** Makes a request as a bank or an operator. Throws if Stripe refuses it. */
export async function requestAtStripe(
  { world: { stripe } }: Simulation,
  path: string,
  form?: Record<string, string>,
): Promise<void> {
  const { done } = await stripe.requestManually('POST', path, form);
  if (!done) throw new Error(`Stripe refused ${path}`);
}

/** The charge of the payment; not the one that funds the account (`fundStripe`). */
export const onlyCharge = ({ world: { stripe } }: Simulation): Stripe.Charge | undefined =>
  stripe.all('charges').find(({ metadata }) => metadata.product !== 'another');

/** The bank of the card disputes the payment, or a part of it in cents. */
export const openDispute = (simulation: Simulation, part?: number): Promise<void> =>
  requestAtStripe(
    simulation,
    `/_bank/charges/${onlyCharge(simulation)?.id}/dispute`,
    part === undefined ? undefined : { amount: String(part) },
  );

/** The bank decides the dispute for its card holder (`lost`) or against (`won`). */
export function closeDispute(simulation: Simulation, outcome: 'won' | 'lost'): Promise<void> {
  const [dispute] = simulation.world.stripe.all('disputes');
  return requestAtStripe(simulation, `/_bank/disputes/${dispute?.id}/decision`, { outcome });
}

/** The bank warns that the payment is probably fraudulent. */
export const sendFraudWarning = (simulation: Simulation): Promise<void> =>
  requestAtStripe(simulation, `/_bank/charges/${onlyCharge(simulation)?.id}/fraud_warning`);

/** An operator refunds the payment in the dashboard, or a part of it in cents. */
export const refundInDashboard = (simulation: Simulation, part?: number): Promise<void> =>
  requestAtStripe(simulation, '/v1/refunds', {
    payment_intent: String(onlyCharge(simulation)?.payment_intent),
    ...(part !== undefined && { amount: String(part) }),
  });

/** The bank refuses the refund of the payment that has succeeded. */
export function failRefund(simulation: Simulation): Promise<void> {
  const refund = simulation.world.stripe.all('refunds').find((one) => one.status === 'succeeded');
  return requestAtStripe(simulation, `/_bank/refunds/${refund?.id}/failure`);
}

/** The bank refuses the refund that is made, unless it has done so already. */
export const refusingRefund: FlowStep = (simulation) =>
  simulation.driver.start('the bank refuses the refund', async () => {
    const isMade = simulation.world.stripe.all('refunds').some((one) => one.status === 'succeeded');
    if (isMade) await failRefund(simulation);
  });
