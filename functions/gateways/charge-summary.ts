import type Stripe from 'stripe';
import { type Cents, cents, plus } from '#shared/money.ts';
import type { DisputeState } from '#shared/rules/conversations/conversations.ts';
import type { ChargeSummary } from '#shared/rules/conversations/payment-status.ts';
import { callStripe } from './stripe.ts';

/**
 * Summarizes the refunds and disputes of a captured payment. `intent` has its latest charge expanded, ideally with refunds;
 * disputes are listed separately. https://docs.stripe.com/disputes/how-disputes-work
 */
export async function chargeSummaryOf(
  client: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<ChargeSummary> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const disputes = charge?.disputed
    ? (await callStripe(() => client.disputes.list({ charge: charge.id, limit: 100 }))).data
    : [];
  const refunds = charge?.captured ? await refundsOf(client, charge) : [];
  const isRefused = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
  const refused = refunds.filter(isRefused).length;
  const fraudulent = refunds.filter((one) => !isRefused(one) && one.reason === 'fraudulent');
  const moved = disputes.flatMap((one) => one.balance_transactions);
  const counting = disputes.filter((one) => stateOf(one) === 'OPEN' || stateOf(one) === 'LOST');
  const dispute = (['OPEN', 'LOST', 'WON'] as const).find((state) =>
    disputes.some((one) => stateOf(one) === state),
  );
  return {
    received: cents(intent.amount_received),
    refunded: sumOf(refunds.filter((one) => !isRefused(one)).map(({ amount }) => amount)),
    chargedBack: sumOf(moved.map(({ amount }) => -amount)),
    fees: sumOf(moved.map(({ fee }) => fee)),
    disputed: sumOf(counting.map(({ amount }) => amount)),
    ...(dispute && { dispute }),
    ...(refused > 0 && { refused }),
    ...(fraudulent.length > 0 && { fraudulent: sumOf(fraudulent.map(({ amount }) => amount)) }),
  };
}

/** Lists all refunds of a charge, because `amount_refunded` does not show a refund that the bank refused later. */
async function refundsOf(client: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  return callStripe(() =>
    client.refunds.list({ charge: id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  );
}

const sumOf = (amounts: readonly number[]): Cents => plus(...amounts.map(cents));

/** The state of a dispute; undefined for inquiries (`warning_…`) and prevented disputes, which withdraw nothing. */
function stateOf({ status }: Stripe.Dispute): DisputeState | undefined {
  if (status === 'won') return 'WON';
  if (status === 'lost') return 'LOST';
  return status.startsWith('warning_') || status === 'prevented' ? undefined : 'OPEN';
}
