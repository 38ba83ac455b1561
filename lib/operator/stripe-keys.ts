import Stripe from 'stripe';
import { stripeClient } from '../../functions/gateways/stripe.ts';
import { CliError } from '../cli-error.ts';
import { modeOf } from './stage-secrets.ts';

type Keys = { readonly stripeSecretKey: string; readonly stripePublishableKey: string };

/**
 * Asks Stripe whether the keys work and are of one account: something that is made with the secret key has to be there
 * for the publishable one. It is the intention to keep a card, without a card, and is called off at once. Throws a
 * CliError with Stripe's own words, which never hold a whole key.
 */
export async function checkWithStripe({
  stripeSecretKey,
  stripePublishableKey,
}: Keys): Promise<void> {
  const base = process.env.STRIPE_API_BASE ?? '';
  const account = stripeClient(stripeSecretKey, base);
  const { livemode } = await askedWith('STRIPE_SECRET_KEY', () => account.balance.retrieve());
  if (livemode !== (modeOf(stripeSecretKey) === 'live'))
    throw new CliError('STRIPE_SECRET_KEY is not of the mode that it says. Nothing was stored.');
  if (!stripePublishableKey) return;
  const { id, client_secret: clientSecret } = await askedWith('STRIPE_SECRET_KEY', () =>
    account.setupIntents.create({
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    }),
  );
  try {
    const browser = stripeClient(stripePublishableKey, base);
    await askedWith('STRIPE_PUBLISHABLE_KEY', () =>
      browser.setupIntents.retrieve(id, { client_secret: clientSecret ?? '' }),
    );
  } finally {
    await account.setupIntents.cancel(id).catch(() => undefined);
  }
}

async function askedWith<Answer>(variable: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    const silent = fault instanceof Stripe.errors.StripeConnectionError;
    throw new CliError(
      silent
        ? 'Stripe does not answer. Nothing was stored; --offline stores without asking it.'
        : `Stripe does not take ${variable}: ${withoutKeys(fault.message)} Nothing was stored.`,
    );
  }
}

/** Stripe's words show the ends of a key; not even those are printed. */
const withoutKeys = (message: string) => message.replace(/\b[srp]k_\S+/g, '…');
