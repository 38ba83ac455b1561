import Stripe from 'stripe';
import { stripe } from '../../functions/gateways/stripe.ts';
import { settings } from '../../functions/settings.ts';
import { CliError } from '../cli-error.ts';
import { readStored } from './stage-secrets.ts';
import { settleEndpoints } from './webhook-endpoints.ts';

/** Settles the endpoints of the stage that was entered. Throws a CliError where it has no key, or Stripe says no. */
export async function tellWebhooks(stage: string): Promise<string[]> {
  if (!(await readStored()).stripeSecretKey)
    throw new CliError(`The stage has no Stripe keys yet: npm run secrets -- --stage ${stage}`);
  const url = `${settings().origin}/webhooks/stripe`;
  try {
    return await settleEndpoints({ stripe: await stripe(), stage, url });
  } catch (fault) {
    if (fault instanceof Stripe.errors.StripeError)
      throw new CliError(
        `Stripe says no: ${fault.message} What was done by then stays; run it again.`,
      );
    throw fault;
  }
}
