import type { Action } from './history-run.ts';
import { clock } from './simulation.ts';

/* Actions at Stripe that the product does not control: disputes, fraud warnings, manual refunds and reversed transfers. */

/** Opens a dispute over the whole charge, a part of it, or more than it (which another currency can cause). */
export const dispute: Action = async ({ simulation, random }) => {
  const { stripe } = simulation.world;
  const charges = stripe.all('charges').filter((one) => one.captured && !one.disputed);
  const ours = charges.filter(({ metadata }) => metadata.product !== 'another');
  if (ours.length === 0) return;
  const { id, amount } = random.pick(ours);
  const part = random.pick([undefined, undefined, Math.ceil(amount / 3), amount + 37]);
  const form = part ? { amount: String(part) } : undefined;
  const { done } = await stripe.requestManually('POST', `/_bank/charges/${id}/dispute`, form);
  simulation.driver.log(
    `${id.slice(-6)} is disputed (${part ?? 'full amount'})${done ? '' : ': refused'}`,
  );
};

/** Whether a bank has not decided about a dispute. */
export const isUndecided = ({ status }: { readonly status: string }): boolean =>
  status.endsWith('needs_response') || status.endsWith('under_review');

/** The bank of a card warns of a payment: on hold, captured, refunded or disputed. */
export const warnOfFraud: Action = async ({ simulation, random }) => {
  const { stripe } = simulation.world;
  const ours = stripe
    .all('charges')
    .filter(({ paid, metadata }) => paid && metadata.product !== 'another');
  // Holds are the payments of unanswered messages, which a warning ends.
  const holds = ours.filter(({ captured, refunded }) => !captured && !refunded);
  const from = holds.length > 0 && random.chance(0.7) ? holds : ours;
  if (from.length === 0) return;
  const { id } = random.pick(from);
  await stripe.requestManually('POST', `/_bank/charges/${id}/fraud_warning`);
  simulation.driver.log(`the bank warns of ${id.slice(-6)}`);
};

export const decideDispute: Action = async ({ simulation, random }) => {
  const open = simulation.world.stripe.all('disputes').filter(isUndecided);
  if (open.length === 0) return;
  const [{ id }, outcome] = [random.pick(open), random.pick(['won', 'lost'])];
  await simulation.world.stripe.requestManually('POST', `/_bank/disputes/${id}/decision`, {
    outcome,
  });
  simulation.driver.log(`the dispute ${id.slice(-6)} is ${outcome}`);
};

/** An operator refunds a payment or cancels a hold in the Stripe dashboard. */
export const refundManually: Action = async ({ simulation, random }) => {
  const { stripe } = simulation.world;
  const intents = stripe
    .all('paymentIntents')
    .filter(
      ({ status, metadata }) =>
        metadata.product !== 'another' && ['succeeded', 'requires_capture'].includes(status),
    );
  if (intents.length === 0) return;
  const { id, status, amount } = random.pick(intents);
  const part = random.pick([undefined, Math.ceil(amount / 4)]);
  const { done } =
    status === 'succeeded'
      ? await stripe.requestManually('POST', '/v1/refunds', {
          payment_intent: id,
          ...(part && { amount: String(part) }),
        })
      : await stripe.requestManually('POST', `/v1/payment_intents/${id}/cancel`);
  simulation.driver.log(
    `an operator refunds ${id.slice(-6)} (${part ?? 'full amount'})${done ? '' : ': refused'}`,
  );
};

export const reverseTransfer: Action = async ({ simulation, random }) => {
  // Older transfers have been paid out to a bank.
  const young = clock.now() / 1_000 - 2 * 86_400;
  const made = simulation.world.stripe
    .all('transfers')
    .filter(({ reversed, created }) => !reversed && created > young);
  if (made.length === 0) return;
  const { id } = random.pick(made);
  await simulation.world.stripe.requestManually('POST', `/v1/transfers/${id}/reversals`);
  simulation.driver.log(`the transfer ${id.slice(-6)} is reversed`);
};
