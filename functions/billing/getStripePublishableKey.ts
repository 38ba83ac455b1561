import { getStripePublishableKey } from '../../shared/api/billing.ts';
import { serve } from '../serve.ts';

/** The card provider's public key and the address of its own card fields. */
export const handler = serve(getStripePublishableKey, async (_input, { publishableKey }) => ({
  publishableKey: (await publishableKey()).stripePublishableKey,
  scriptUrl: process.env.STRIPE_JS_URL ?? 'https://js.stripe.com/v3/',
}));
