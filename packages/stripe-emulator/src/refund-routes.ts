import type Stripe from 'stripe';
import { latestCharge, refundable } from './charge.ts';
import type { Context } from './context.ts';
import { disputesOf, isOpen } from './dispute.ts';
import { integer, metadata, oneOf, type Params, text, withMetadata } from './params.ts';
import { existingIntent } from './payment-intent.ts';
import { failRefund, refund } from './refund.ts';
import { refusedRequest } from './refusal.ts';
import { existing, listRoute, retrieveRoute } from './resource.ts';
import { route } from './route.ts';

const createParams = {
  payment_intent: text,
  charge: text,
  amount: integer(1),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
};

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** The charge to refund. Throws Stripe's error if there is none. */
function chargeToRefund(context: Context, params: Params<typeof createParams>): Stripe.Charge {
  if (params.charge)
    return existing(context, 'charges', params.charge, { param: 'charge', status: 400 });
  if (!params.payment_intent) {
    throw refusedRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = existingIntent(context, params.payment_intent, 400, 'payment_intent');
  const charge = latestCharge(context, intent);
  if (charge?.paid) return charge;
  throw refusedRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    {
      param: 'payment_intent',
    },
  );
}

function checkRefundable(charge: Stripe.Charge, amount: number | undefined): void {
  if (!charge.paid)
    throw refusedRequest(`Charge ${charge.id} failed, so it cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  if (charge.refunded) {
    throw refusedRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (!charge.captured) {
    const message = `This uncaptured Charge was created by a PaymentIntent (${charge.payment_intent}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly.`;
    throw refusedRequest(message, { code: 'charge_not_refundable' });
  }
  const left = refundable(charge);
  if (amount !== undefined && amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw refusedRequest(message, { param: 'amount' });
  }
}

function checkUndisputed(context: Context, { id }: Stripe.Charge): void {
  const disputes = disputesOf(context, id);
  const disputed = disputes.some(
    (one) => !one.is_charge_refundable && (isOpen(one) || one.status === 'lost'),
  );
  if (disputed)
    throw refusedRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
}

export const refundRoutes = [
  route({ method: 'POST', path: '/v1/refunds' }, createParams, (context, params) => {
    const charge = chargeToRefund(context, params);
    checkRefundable(charge, params.amount);
    checkUndisputed(context, charge);
    return refund(context, charge, params);
  }),
  listRoute('/v1/refunds', 'refunds', ['payment_intent', 'charge']),
  retrieveRoute('/v1/refunds/:id', 'refunds'),
  route({ method: 'POST', path: '/v1/refunds/:id' }, { metadata }, (context, params, id) => {
    const before = existing(context, 'refunds', id);
    return context.store.put('refunds', id, {
      ...before,
      metadata: withMetadata(before.metadata, params.metadata),
    });
  }),
  // This route does not exist at Stripe. It simulates a bank that refuses a refund.
  route({ method: 'POST', path: '/_bank/refunds/:id/failure' }, {}, (context, _params, id) =>
    failRefund(context, existing(context, 'refunds', id)),
  ),
];
