import type Stripe from 'stripe';
import { type Cents, cents, plus } from '../../shared/money.ts';
import type { DisputeState } from '../../shared/rules/conversations/conversations.ts';
import type { Takings } from '../../shared/rules/conversations/disputes.ts';
import { asked } from './stripe.ts';

/**
 * What became of a payment that was taken: its refunds, and its disputes, of which the provider keeps a list of their own.
 * `intent` has its latest charge expanded, at best with its refunds. https://docs.stripe.com/disputes/how-disputes-work
 */
export async function takingsOf(client: Stripe, intent: Stripe.PaymentIntent): Promise<Takings> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const disputes = charge?.disputed
    ? (await asked(() => client.disputes.list({ charge: charge.id, limit: 100 }))).data
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

/** Each by itself: the charge's own sum does not tell a refund that a bank refused later. */
async function refundsOf(client: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  return asked(() =>
    client.refunds.list({ charge: id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  );
}

const sumOf = (amounts: readonly number[]): Cents => plus(...amounts.map(cents));

/** A bank that only asks (`warning_…`) takes nothing, and one that was stopped before it began took nothing. */
function stateOf({ status }: Stripe.Dispute): DisputeState | undefined {
  if (status === 'won') return 'WON';
  if (status === 'lost') return 'LOST';
  return status.startsWith('warning_') || status === 'prevented' ? undefined : 'OPEN';
}
