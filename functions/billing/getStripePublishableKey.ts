import { getStripePublishableKey } from '#shared/api/billing.ts';
import { publishableKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';

/** Returns Stripe's publishable key and the address of its card form. */
export const handler = serve(
  getStripePublishableKey,
  async (_input, { publishableKey }) => ({
    publishableKey: (await publishableKey()).stripePublishableKey,
    scriptUrl: process.env.STRIPE_JS_URL ?? 'https://js.stripe.com/v3/',
  }),
  { gives: { publishableKey } },
);
