import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Secrets } from '#functions/gateways/secrets.ts';
import { newSigningKey } from '#functions/gateways/signing-keys.ts';
import { CliError } from '../cli-error.ts';
import { readJson, writeAtomically } from './data-files.ts';

/** The test keys of a real Stripe account, if the environment has them. */
type RealStripe = Pick<
  Secrets,
  'stripeSecretKey' | 'stripePublishableKey' | 'stripeWebhookSecret' | 'stripeConnectWebhookSecret'
>;

/** Throws a CliError for a live key, or for one key without the other. */
export function realStripeFrom(environment: NodeJS.ProcessEnv): RealStripe | undefined {
  const stripeSecretKey = environment.STRIPE_SECRET_KEY;
  if (!stripeSecretKey) return undefined;
  const stripePublishableKey = environment.STRIPE_PUBLISHABLE_KEY ?? '';
  if (!/^(sk|rk)_test_/.test(stripeSecretKey) || !stripePublishableKey.startsWith('pk_test_'))
    throw new CliError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys (sk_test_… and pk_test_…) of one account. Without them the Stripe emulator is used.',
    );
  const stripeWebhookSecret = environment.STRIPE_WEBHOOK_SECRET ?? '';
  const connect = environment.STRIPE_CONNECT_WEBHOOK_SECRET;
  return {
    stripeSecretKey,
    stripePublishableKey,
    stripeWebhookSecret,
    ...(connect && { stripeConnectWebhookSecret: connect }),
  };
}

/**
 * The secrets of this machine. They are generated once and stored in secrets.json of the folder; real test keys replace
 * Stripe's.
 */
export function localSecrets(folder: string, real: RealStripe | undefined): Secrets {
  const file = join(folder, 'secrets.json');
  const kept = readJson<Secrets | undefined>(file, undefined);
  if (kept) return { ...kept, ...real };
  const token = () => randomBytes(24).toString('hex');
  const made: Secrets = {
    signingKeyId: '1',
    signingKeys: [newSigningKey('1')],
    hashKey: randomBytes(32).toString('base64'),
    stripeSecretKey: `sk_test_${token()}`,
    stripePublishableKey: `pk_test_${token()}`,
    stripeWebhookSecret: `whsec_${token()}`,
  };
  writeAtomically(file, JSON.stringify(made));
  return { ...made, ...real };
}
