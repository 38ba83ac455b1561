import { CliError } from '../cli-error.ts';
import type { StageSettings } from '../settings.ts';
import { type Finding, notTried } from './preflight.ts';
import { checkGiven, type GivenSecrets, type StoredSecrets } from './stage-secrets.ts';
import { checkWithStripe } from './stripe-keys.ts';

/** Whether the Stripe keys that are given are of the mode of the stage, of one account, and work. Nothing is stored. */
export async function checkKeys(
  { stage, production }: StageSettings,
  given: GivenSecrets,
): Promise<Finding> {
  const { stripeSecretKey = '', stripePublishableKey = '' } = given;
  if (!stripeSecretKey)
    return notTried('No Stripe keys given: STRIPE_SECRET_KEY=… STRIPE_PUBLISHABLE_KEY=…');
  const stored: StoredSecrets = {
    hashKey: '',
    stripeSecretKey: '',
    stripePublishableKey: '',
    stripeWebhookSecret: '',
  };
  try {
    checkGiven(given, { stage, production, stored });
    await checkWithStripe({ stripeSecretKey, stripePublishableKey });
    return { state: 'ok', line: 'Stripe takes the keys, and they are of the mode of the stage.' };
  } catch (fault) {
    if (!(fault instanceof CliError)) throw fault;
    return { state: 'missing', line: fault.message };
  }
}
