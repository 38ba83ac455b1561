import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import {
  SECRET_FIELDS,
  type SecretName as StageSecret,
  secretVariable,
} from '#shared/secret-names.ts';
import { CliError } from '../cli-error.ts';

/* Reads and changes the secrets of a stage with the operator's AWS credentials. Functions can only read them. */

/** The secrets that an operator enters. The deployment generates the others. */
export const OPERATOR_SECRETS = {
  stripeSecretKey: {
    variable: 'STRIPE_SECRET_KEY',
    pattern: /^[sr]k_(live|test)_\w+$/,
    like: 'sk_live_… or sk_test_… (rk_… for a restricted one)',
  },
  stripePublishableKey: {
    variable: 'STRIPE_PUBLISHABLE_KEY',
    pattern: /^pk_(live|test)_\w+$/,
    like: 'pk_live_… or pk_test_…',
  },
  stripeWebhookSecret: {
    variable: 'STRIPE_WEBHOOK_SECRET',
    pattern: /^whsec_\w+$/,
    like: 'whsec_…',
  },
  stripeConnectWebhookSecret: {
    variable: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    pattern: /^whsec_\w+$/,
    like: 'whsec_…',
  },
} as const;

export type SecretName = keyof typeof OPERATOR_SECRETS;
export type SecretInput = { readonly [Name in SecretName]?: string };
export const SECRET_NAMES = Object.keys(OPERATOR_SECRETS) as SecretName[];

const contentSchema = z.looseObject({
  hashKey: z.string().check(z.minLength(43)),
  stripeSecretKey: z._default(z.string(), ''),
  stripePublishableKey: z._default(z.string(), ''),
  stripeWebhookSecret: z._default(z.string(), ''),
  stripeConnectWebhookSecret: z.optional(z.string()),
});

export type StoredSecrets = z.infer<typeof contentSchema>;

/** The secrets that an operator may read. `tokenKeys` is not one of them: only the deployment and the functions need it. */
const READABLE = ['hashKey', 'stripeKey', 'publishableKey', 'webhookSecrets'] as const;

const idOf = (name: StageSecret) => process.env[secretVariable(name)] ?? '';

async function atSecretsManager<Answer>(
  ask: (client: SecretsManagerClient) => Promise<Answer>,
): Promise<Answer> {
  const client = new SecretsManagerClient({ maxAttempts: 3 });
  try {
    return await ask(client);
  } catch (fault) {
    throw new CliError(
      `A secret of this stage cannot be read or written: ${(fault as Error).message}`,
    );
  } finally {
    client.destroy();
  }
}

async function read(name: StageSecret): Promise<object> {
  const { SecretString: text = '{}' } = await atSecretsManager((client) =>
    client.send(new GetSecretValueCommand({ SecretId: idOf(name) })),
  );
  return JSON.parse(text);
}

/** Reads the secrets of the selected stage. Throws a CliError if they cannot be read or were not generated yet. */
export async function readStageSecrets(): Promise<StoredSecrets> {
  const stored = await Promise.all(READABLE.map(read));
  const content = contentSchema.safeParse(Object.assign({}, ...stored));
  if (content.success) return content.data;
  throw new CliError(
    'The secrets of this stage were not generated yet. Deploy the stage first: npx cdk deploy',
  );
}

/** Stores the given secrets that differ from the stored ones. Returns the names that changed. */
export async function storeSecrets(given: SecretInput): Promise<SecretName[]> {
  const stored = await readStageSecrets();
  const changed = SECRET_NAMES.filter((name) => given[name] && given[name] !== stored[name]);
  for (const secret of READABLE) {
    const fields: readonly string[] = SECRET_FIELDS[secret];
    const changedFields = changed.filter((name) => fields.includes(name));
    if (changedFields.length === 0) continue;
    const after: Readonly<Record<string, unknown>> = { ...stored, ...given };
    const content = Object.fromEntries(fields.map((field) => [field, after[field]]));
    await atSecretsManager((client) =>
      client.send(
        new PutSecretValueCommand({
          SecretId: idOf(secret),
          SecretString: JSON.stringify(content),
        }),
      ),
    );
  }
  return changed;
}

/** The mode of a Stripe key, `live` or `test`; undefined when its prefix does not say. */
export const stripeModeOf = (key: string) => /^(?:sk|rk|pk)_(live|test)_/.exec(key)?.[1];

/**
 * Checks keys before they are stored. Throws a CliError for a malformed key, for the wrong mode (live keys only in
 * production, test keys only elsewhere), and for two keys of different modes. The message never contains a key.
 */
export function checkSecretInput(
  given: SecretInput,
  { stage, production, stored }: { stage: string; production: boolean; stored: StoredSecrets },
): void {
  for (const name of SECRET_NAMES) {
    const value = given[name];
    const { pattern, like, variable } = OPERATOR_SECRETS[name];
    if (value && !pattern.test(value))
      throw new CliError(`${variable} does not look like ${like}. Nothing was stored.`);
  }
  const wanted = production ? 'live' : 'test';
  for (const name of ['stripeSecretKey', 'stripePublishableKey'] as const) {
    const mode = stripeModeOf(given[name] ?? '');
    if (mode && mode !== wanted)
      throw new CliError(
        `${OPERATOR_SECRETS[name].variable} is a ${mode} key, and the stage ${stage} ${production ? 'is production: it needs live keys' : 'is not production: it needs test keys'}. Nothing was stored.`,
      );
  }
  const after = { ...stored, ...given };
  const [secret, publishable] = [
    stripeModeOf(after.stripeSecretKey),
    stripeModeOf(after.stripePublishableKey),
  ];
  if (secret && publishable && secret !== publishable)
    throw new CliError(
      `The secret key would be ${secret} and the publishable key ${publishable}: use two keys of the same mode. Nothing was stored.`,
    );
}
