import type Stripe from 'stripe';
import { captureCharge, latestCharge, releaseCharge } from './charge.ts';
import { type Context, seconds } from './context.ts';
import { emitEvent } from './events.ts';
import { integer, metadata, type Params, textUpTo, withMetadata } from './params.ts';
import { refusedRequest, unexpectedState } from './refusal.ts';

type Intent = Stripe.PaymentIntent;

export const captureParams = {
  amount_to_capture: integer(1),
  metadata,
  statement_descriptor_suffix: textUpTo(22),
};

/** Captures a hold: all of it, or `amount_to_capture` in cents. */
export function captureIntent(
  context: Context,
  intent: Intent,
  params: Params<typeof captureParams>,
): Intent {
  const charge = latestCharge(context, intent);
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'This PaymentIntent could not be captured because it has already been captured.',
      intent,
    );
  }
  if (intent.status !== 'requires_capture' || !charge) {
    const message = `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
    throw unexpectedState(message, intent);
  }
  const amount = params.amount_to_capture ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    const message = `The amount could not be captured because it is greater than the amount_capturable of this PaymentIntent: ${amount} > ${intent.amount_capturable}.`;
    throw refusedRequest(message, { code: 'amount_too_large', param: 'amount_to_capture' });
  }
  captureCharge(context, charge, amount);
  const captured: Intent = {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
    metadata: withMetadata(intent.metadata, params.metadata),
    statement_descriptor_suffix:
      params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
  };
  context.store.put('paymentIntents', intent.id, captured);
  emitEvent(context, 'payment_intent.succeeded', captured);
  return captured;
}

const cancelable: Intent['status'][] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
];

/** Cancels a PaymentIntent and releases its hold. */
export function cancelIntent(
  context: Context,
  intent: Intent,
  reason: Intent['cancellation_reason'],
): Intent {
  if (!cancelable.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`;
    throw unexpectedState(message, intent);
  }
  const charge = latestCharge(context, intent);
  if (intent.status === 'requires_capture' && charge) {
    releaseCharge(context, charge, reason === 'automatic' ? 'expired' : 'canceled');
  }
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: seconds(context),
    cancellation_reason: reason,
    next_action: null,
  };
  context.store.put('paymentIntents', intent.id, canceled);
  emitEvent(context, 'payment_intent.canceled', canceled);
  return canceled;
}
