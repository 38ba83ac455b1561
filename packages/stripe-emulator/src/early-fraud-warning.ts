import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { disputesOf } from './dispute.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { refusedRequest } from './refusal.ts';

/** The bank of the card warns that a payment is probably fraudulent. No money moves. */
export function warnOfFraud(
  context: Context,
  charge: Stripe.Charge,
): Stripe.Radar.EarlyFraudWarning {
  if (!charge.paid) throw refusedRequest(`Charge ${charge.id} was not paid.`);
  const id = newId.earlyFraudWarning();
  const warning = context.store.put('earlyFraudWarnings', id, {
    id,
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && disputesOf(context, charge.id).length === 0,
    charge: charge.id,
    created: seconds(context),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
  });
  emitEvent(context, 'radar.early_fraud_warning.created', warning);
  return warning;
}
