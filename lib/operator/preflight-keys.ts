import { CliError } from '../cli-error.ts';
import type { StageSettings } from '../settings.ts';
import { type Finding, skipped } from './preflight.ts';
import { checkSecretInput, type SecretInput, type StoredSecrets } from './stage-secrets.ts';
import { checkWithStripe } from './stripe-keys.ts';

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
