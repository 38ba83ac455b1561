import { pushKeys } from '../../functions/gateways/push-services.ts';
import {
  checkGiven,
  GIVEN,
  type GivenSecrets,
  modeOf,
  readStored,
  SECRET_NAMES,
  type SecretName,
  type StoredSecrets,
  storeSecrets,
} from './stage-secrets.ts';
import { checkWithStripe } from './stripe-keys.ts';

export type Keeping = {
  readonly stage: string;
  readonly production: boolean;
  readonly given: GivenSecrets;
  /** Stripe is not asked whether the keys work. */
  readonly offline: boolean;
};

/**
 * Checks what is given, stores it in the secret of the stage that was entered, and says what is stored now, without a
 * secret in it. Throws a CliError, and stores nothing, where something is wrong.
 */
export async function keepSecrets({ stage, production, given, offline }: Keeping): Promise<string> {
  const before = await readStored();
  checkGiven(given, { stage, production, stored: before });
  const isOfStripe = given.stripeSecretKey || given.stripePublishableKey;
  const wanted = { ...before, ...given };
  if (isOfStripe && wanted.stripeSecretKey && !offline) await checkWithStripe(wanted);
  const changed = await storeSecrets(given);
  return report(await readStored(), changed, stage);
}

function report(stored: StoredSecrets, changed: readonly SecretName[], stage: string): string {
  const lines = SECRET_NAMES.map((name) => {
    const value = stored[name];
    const mode = modeOf(value ?? '');
    const state = value ? `stored${mode ? ` (${mode})` : ''}` : 'missing';
    return `  ${name.padEnd(28)}${state}${changed.includes(name) ? ', now' : ''}`;
  });
  const missing = (['stripeSecretKey', 'stripePublishableKey'] as const).filter(
    (name) => !stored[name],
  );
  const unsigned = !stored.stripeWebhookSecret || !stored.stripeConnectWebhookSecret;
  return [
    `  ${'hashKey'.padEnd(28)}stored, made by the deployment`,
    ...lines,
    `The keys of web push follow from hashKey; the public one is ${pushKeys(stored).publicKey}`,
    ...(changed.length > 0
      ? ['Functions take what is new within five minutes; nothing has to be deployed.']
      : []),
    ...missing.map((name) => `Give ${GIVEN[name].variable} to this command.`),
    ...(changed.includes('stripeSecretKey') || (unsigned && stage !== 'local')
      ? [`Then let Stripe tell us what happens: npm run webhooks -- --stage ${stage}`]
      : []),
  ].join('\n');
}
