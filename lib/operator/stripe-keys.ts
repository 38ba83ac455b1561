import Stripe from 'stripe';
import { stripeClient } from '#functions/gateways/stripe.ts';
import { CliError } from '../cli-error.ts';
import { stripeModeOf } from './stage-secrets.ts';

type Keys = { readonly stripeSecretKey: string; readonly stripePublishableKey: string };

/**
 * Checks at Stripe that the keys work and belong to the same account: a SetupIntent that is created with the secret key
 * must be readable with the publishable key. The SetupIntent is canceled at once. Throws a CliError with Stripe's message,
 * which never contains a whole key.
 */
export async function checkWithStripe({
  stripeSecretKey,
  stripePublishableKey,
}: Keys): Promise<void> {
  const base = process.env.STRIPE_API_BASE ?? '';
  const account = stripeClient(stripeSecretKey, base);
  const { livemode } = await withKey('STRIPE_SECRET_KEY', () => account.balance.retrieve());
  if (livemode !== (stripeModeOf(stripeSecretKey) === 'live'))
    throw new CliError(
      'STRIPE_SECRET_KEY is not of the mode that its prefix says. Nothing was stored.',
    );
  if (!stripePublishableKey) return;
  const { id, client_secret: clientSecret } = await withKey('STRIPE_SECRET_KEY', () =>
    account.setupIntents.create({
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    }),
  );
  try {
    const browser = stripeClient(stripePublishableKey, base);
    await withKey('STRIPE_PUBLISHABLE_KEY', () =>
      browser.setupIntents.retrieve(id, { client_secret: clientSecret ?? '' }),
    );
  } finally {
    await account.setupIntents.cancel(id).catch(() => undefined);
  }
}

async function withKey<Answer>(variable: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    const unreachable = fault instanceof Stripe.errors.StripeConnectionError;
    throw new CliError(
      unreachable
        ? 'Stripe does not answer. Nothing was stored; --offline stores the keys without checking them at Stripe.'
        : `Stripe refused ${variable}: ${withoutKeys(fault.message)} Nothing was stored.`,
    );
  }
}

/** Stripe's messages contain the last characters of a key, which are not printed either. */
const withoutKeys = (message: string) => message.replace(/\b[srp]k_\S+/g, '…');
