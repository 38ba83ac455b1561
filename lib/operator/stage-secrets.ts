import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import {
  SECRET_FIELDS,
  type SecretName as StageSecret,
  secretVariable,
} from '../../shared/secret-names.ts';
import { CliError } from '../cli-error.ts';

/* The contents of the stage's secrets, read and changed by an operator with AWS credentials. Functions can only read them. */

/** The keys that an operator enters. The deployment generates the others. */
export const GIVEN = {
  stripeSecretKey: {
    variable: 'STRIPE_SECRET_KEY',
    looks: /^[sr]k_(live|test)_\w+$/,
    like: 'sk_live_… or sk_test_… (rk_… for a restricted one)',
  },
  stripePublishableKey: {
    variable: 'STRIPE_PUBLISHABLE_KEY',
    looks: /^pk_(live|test)_\w+$/,
    like: 'pk_live_… or pk_test_…',
  },
  stripeWebhookSecret: {
    variable: 'STRIPE_WEBHOOK_SECRET',
    looks: /^whsec_\w+$/,
    like: 'whsec_…',
  },
  stripeConnectWebhookSecret: {
    variable: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    looks: /^whsec_\w+$/,
    like: 'whsec_…',
  },
} as const;

export type SecretName = keyof typeof GIVEN;
export type GivenSecrets = { readonly [Name in SecretName]?: string };
export const SECRET_NAMES = Object.keys(GIVEN) as SecretName[];

const contentSchema = z.looseObject({
  hashKey: z.string().min(43),
  stripeSecretKey: z.string().default(''),
  stripePublishableKey: z.string().default(''),
  stripeWebhookSecret: z.string().default(''),
  stripeConnectWebhookSecret: z.string().optional(),
});

export type StoredSecrets = z.infer<typeof contentSchema>;

/** The secrets that an operator may read. `tokenKeys` is not one of them: only the deployment and functions need it. */
const LOOKED_AT = ['hashKey', 'stripeKey', 'publishableKey', 'webhookSecrets'] as const;

const idOf = (name: StageSecret) => process.env[secretVariable(name)] ?? '';

async function atSecretsManager<Answer>(
  ask: (client: SecretsManagerClient) => Promise<Answer>,
): Promise<Answer> {
  const client = new SecretsManagerClient({ maxAttempts: 3 });
  try {
    return await ask(client);
  } catch (fault) {
    throw new CliError(`A secret of this stage is out of reach: ${(fault as Error).message}`);
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
export async function readStored(): Promise<StoredSecrets> {
  const stored = await Promise.all(LOOKED_AT.map(read));
  const content = contentSchema.safeParse(Object.assign({}, ...stored));
  if (content.success) return content.data;
  throw new CliError(
    'The secrets of this stage have no key of their own. The deployment makes it: npx cdk deploy first.',
  );
}

/** Stores what is given and leaves the rest; writes nothing where that is what is stored already. Gives the names that changed. */
export async function storeSecrets(given: GivenSecrets): Promise<SecretName[]> {
  const stored = await readStored();
  const changed = SECRET_NAMES.filter((name) => given[name] && given[name] !== stored[name]);
  for (const secret of LOOKED_AT) {
    const fields: readonly string[] = SECRET_FIELDS[secret];
    const fresh = changed.filter((name) => fields.includes(name));
    if (fresh.length === 0) continue;
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

/** `live` or `test`; undefined for what does not say. */
export const modeOf = (key: string) => /^(?:sk|rk|pk)_(live|test)_/.exec(key)?.[1];

/**
 * Looks at keys before they are stored. Throws a CliError for what is no key, for a mode that the stage must not have
 * (real money belongs to production, and nothing else does), and for two keys of different modes. Never says a key.
 */
export function checkGiven(
  given: GivenSecrets,
  { stage, production, stored }: { stage: string; production: boolean; stored: StoredSecrets },
): void {
  for (const name of SECRET_NAMES) {
    const value = given[name];
    const { looks, like, variable } = GIVEN[name];
    if (value && !looks.test(value))
      throw new CliError(`${variable} does not look like ${like}. Nothing was stored.`);
  }
  const wanted = production ? 'live' : 'test';
  for (const name of ['stripeSecretKey', 'stripePublishableKey'] as const) {
    const mode = modeOf(given[name] ?? '');
    if (mode && mode !== wanted)
      throw new CliError(
        `${GIVEN[name].variable} is a ${mode} key, and the stage ${stage} is ${production ? 'production: it takes live keys' : 'not production: it takes test keys'} alone. Nothing was stored.`,
      );
  }
  const after = { ...stored, ...given };
  const [secret, publishable] = [modeOf(after.stripeSecretKey), modeOf(after.stripePublishableKey)];
  if (secret && publishable && secret !== publishable)
    throw new CliError(
      `One key would be ${secret} and the other ${publishable}: give both of the same mode. Nothing was stored.`,
    );
}
