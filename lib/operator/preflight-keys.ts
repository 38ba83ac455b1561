import { stripeClient } from '#functions/gateways/stripe.ts';
import { CliError } from '../cli-error.ts';
import type { StageSettings } from '../settings.ts';
import { type Finding, type NamedFinding, skipped } from './preflight-finding.ts';
import { checkStripeAccount } from './preflight-stripe.ts';
import {
  checkSecretInput,
  type SecretInput,
  type StoredSecrets,
  stripeModeOf,
} from './stage-secrets.ts';
import { checkWithStripe } from './stripe-keys.ts';
import { tryStripe } from './stripe-trials.ts';

/** Checks that the given Stripe keys work, belong to one account, and have the mode of the stage. Stores nothing. */
export async function checkKeys(
  { stage, production }: StageSettings,
  given: SecretInput,
): Promise<Finding> {
  const { stripeSecretKey = '', stripePublishableKey = '' } = given;
  if (!stripeSecretKey)
    return skipped('No Stripe keys given: STRIPE_SECRET_KEY=… STRIPE_PUBLISHABLE_KEY=…');
  const stored: StoredSecrets = {
    hashKey: '',
    stripeSecretKey: '',
    stripePublishableKey: '',
    stripeWebhookSecret: '',
  };
  try {
    checkSecretInput(given, { stage, production, stored });
    await checkWithStripe({ stripeSecretKey, stripePublishableKey });
    return {
      state: 'ok',
      line: 'Stripe accepts the keys, and they have the right mode for the stage.',
    };
  } catch (fault) {
    if (!(fault instanceof CliError)) throw fault;
    return { state: 'missing', line: fault.message };
  }
}

const clientOf = (key: string) => stripeClient(key, process.env.STRIPE_API_BASE ?? '');

/** Checks the keys, and with keys that work the account that they belong to. */
export async function checkStripe(
  settings: StageSettings,
  given: SecretInput,
): Promise<readonly NamedFinding[]> {
  const keys = { name: 'Stripe', ...(await checkKeys(settings, given)) };
  if (keys.state !== 'ok') return [keys];
  const client = clientOf(given.stripeSecretKey ?? '');
  return [keys, ...(await checkStripeAccount(client, settings, Date.now))];
}

/** Makes trial requests with test keys, for what no other check shows; without a key it makes none. */
export async function tryStripeKeys({
  stripeSecretKey: key = '',
}: SecretInput): Promise<readonly NamedFinding[]> {
  return key ? tryStripe(clientOf(key), stripeModeOf(key) === 'live') : [];
}
