import Stripe from 'stripe';
import { stripe } from '#functions/gateways/stripe.ts';
import { settings } from '#functions/settings.ts';
import { CliError } from '../cli-error.ts';
import { readStageSecrets } from './stage-secrets.ts';
import { syncEndpoints } from './webhook-endpoints.ts';

/** Creates or updates the webhook endpoints of the current stage. Throws a CliError when the stage has no Stripe key or Stripe refuses. */
export async function configureWebhooks(stage: string): Promise<string[]> {
  if (!(await readStageSecrets()).stripeSecretKey)
    throw new CliError(`The stage has no Stripe keys yet: npm run secrets -- --stage ${stage}`);
  const url = `${settings().origin}/webhooks/stripe`;
  try {
    return await syncEndpoints({ stripe: await stripe(), stage, url });
  } catch (fault) {
    if (fault instanceof Stripe.errors.StripeError)
      throw new CliError(
        `Stripe refused: ${fault.message} Nothing needs to be undone; fix it and run this again.`,
      );
    throw fault;
  }
}
