import type Stripe from 'stripe';
import { latestCharge, refundable } from './charge.ts';
import type { Context } from './context.ts';
import { disputesOf, isOpen } from './dispute.ts';
import { page, paging } from './pagination.ts';
import { integer, metadata, oneOf, type Params, text, timeRange, withMetadata } from './params.ts';
import { existingIntent } from './payment-intent.ts';
import { failRefund, refund } from './refund.ts';
import { noSuch, refusedRequest } from './refusal.ts';
import { route } from './route.ts';

const creating = {
  payment_intent: text,
  charge: text,
  amount: integer(1),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
};

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** The charge to refund. Throws Stripe's error if there is none. */
function chargeToRefund(context: Context, params: Params<typeof creating>): Stripe.Charge {
  if (params.charge) {
    const charge = context.store.get('charges', params.charge);
    if (!charge) throw noSuch('charge', params.charge, 'charge');
    return charge;
  }
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

function existingRefund(context: Context, id: string): Stripe.Refund {
  const found = context.store.get('refunds', id);
  if (!found) throw noSuch('refund', id, 'id', 404);
  return found;
}

export const refundRoutes = [
  route({ method: 'POST', path: '/v1/refunds' }, creating, (context, params) => {
    const charge = chargeToRefund(context, params);
    checkRefundable(charge, params.amount);
    checkUndisputed(context, charge);
    return refund(context, charge, params);
  }),
  route(
    { method: 'GET', path: '/v1/refunds' },
    { ...paging, payment_intent: text, charge: text, created: timeRange },
    (context, params) => {
      const wanted = context.store
        .all('refunds')
        .filter(
          (one) =>
            (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
            (params.charge === undefined || one.charge === params.charge) &&
            (params.created?.(one.created) ?? true),
        );
      return page(wanted, params, '/v1/refunds', 'refund');
    },
  ),
  route({ method: 'GET', path: '/v1/refunds/:id' }, {}, (context, _params, id) =>
    existingRefund(context, id),
  ),
  route({ method: 'POST', path: '/v1/refunds/:id' }, { metadata }, (context, params, id) => {
    const before = existingRefund(context, id);
    return context.store.put('refunds', id, {
      ...before,
      metadata: withMetadata(before.metadata, params.metadata),
    });
  }),
  // This route does not exist at Stripe. It stands for a bank that refuses a refund.
  route({ method: 'POST', path: '/_bank/refunds/:id/failure' }, {}, (context, _params, id) =>
    failRefund(context, existingRefund(context, id)),
  ),
];
