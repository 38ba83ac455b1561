import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { type SecretName, secretVariable } from '#shared/secret-names.ts';
import { HOUR, type Instant, later, MINUTE, SECOND } from '#shared/time.ts';
import { checkSecret } from '../role-guard.ts';
import { now } from './clock.ts';
import { newSecretsManager } from './secrets-manager.ts';

export const secretsManager = newSecretsManager();

/** An Ed25519 private key as a JSON Web Key (RFC 8037). */
export const signingKeySchema = z.object({
  kid: z.string(),
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

export type SigningKey = z.infer<typeof signingKeySchema>;

const SCHEMAS = {
  tokenKeys: z.object({
    signingKeyId: z.string(),
    signingKeys: z.array(signingKeySchema).check(z.minLength(1)),
  }),
  hashKey: z.object({ hashKey: z.string().check(z.minLength(43)) }),
  stripeKey: z.object({ stripeSecretKey: z.string() }),
  publishableKey: z.object({ stripePublishableKey: z.string() }),
  webhookSecrets: z.object({
    stripeWebhookSecret: z.string(),
    stripeConnectWebhookSecret: z.optional(z.string().check(z.minLength(1))),
  }),
} satisfies Record<SecretName, z.ZodMiniObject>;

/** The content of one secret. */
export type SecretOf<Name extends SecretName> = z.infer<(typeof SCHEMAS)[Name]>;

/** The contents of all secrets of a stage, merged. */
export type Secrets = SecretOf<'tokenKeys'> &
  SecretOf<'hashKey'> &
  SecretOf<'stripeKey'> &
  SecretOf<'publishableKey'> &
  SecretOf<'webhookSecrets'>;

/** The cache time of a secret: for at most this long a function uses a key that was replaced. */
const CACHE_TIME = 5 * MINUTE;
/** The cache time after a failed check with the cached secret. Not shorter, or each forged signature would cause a read. */
export const RECHECK_TIME = 10 * SECOND;
/** The time that a cached secret is used while Secrets Manager fails, and the pause between tries. */
const FALLBACK_TIME = HOUR;
const PAUSE = 30 * SECOND;

type Kept = {
  readonly id: string;
  readonly value: object;
  readonly readAt: Instant;
  /** When the secret may be read again after a failure. */
  readonly againAt: Instant;
};

const kept = new Map<SecretName, Kept>();
const reading = new Map<string, Promise<object>>();

/**
 * Reads one of the stage's secrets. A cached value is returned while it is at most `notOlderThan` milliseconds old, or, when
 * Secrets Manager cannot be reached, at most an hour. Throws when the secret is missing, incomplete, or unreachable.
 */
export async function secret<Name extends SecretName>(
  name: Name,
  notOlderThan: number = CACHE_TIME,
): Promise<SecretOf<Name>> {
  checkSecret(name);
  return (await current(name, notOlderThan)) as SecretOf<Name>;
}

/** The key of hashes that nobody may compute from what they hash. */
export const hashKey = () => secret('hashKey');

export const publishableKey = () => secret('publishableKey');

export const webhookSecrets = (notOlderThan?: number) => secret('webhookSecrets', notOlderThan);

async function current(name: SecretName, notOlderThan: number): Promise<object> {
  const id = process.env[secretVariable(name)] ?? '';
  const last = kept.get(name);
  const known = last?.id === id ? last : undefined;
  if (!known) return read(name, id);
  // The absolute value, because the clock may have been set back.
  const age = Math.abs(now() - known.readAt);
  if (age <= notOlderThan) return known.value;
  const maySpare = age <= FALLBACK_TIME;
  if (maySpare && known.againAt > now()) return known.value;
  try {
    return await read(name, id);
  } catch (fault) {
    if (!maySpare) throw fault;
    kept.set(name, { ...known, againAt: later(now(), PAUSE) });
    return known.value;
  }
}

/** Reads a secret; concurrent callers share one read. */
async function read(name: SecretName, id: string): Promise<object> {
  const mine = reading.get(id) ?? readNow(name, id);
  reading.set(id, mine);
  try {
    return await mine;
  } finally {
    reading.delete(id);
  }
}

async function readNow(name: SecretName, id: string): Promise<object> {
  const value = SCHEMAS[name].parse(await contentOf(id));
  kept.set(name, { id, value, readAt: now(), againAt: now() });
  return value;
}

const contentOf = async (name: string): Promise<unknown> =>
  JSON.parse((await textOf(name)) ?? '{}');

/** The text of a secret, in one version or the current one. */
async function textOf(SecretId: string, VersionId?: string): Promise<string | undefined> {
  const command = new GetSecretValueCommand({ SecretId, VersionId });
  return (await secretsManager.send(command)).SecretString;
}

/** The password that the deployment generated for the product's own account. Throws when it is missing. */
export async function supportPassword(): Promise<string> {
  checkSecret('support password');
  return passwordIn(process.env.SUPPORT_PASSWORD_ARN ?? '');
}

/** The password that the deployment generated for the account of the probe. Throws when it is missing. */
export async function probePassword(): Promise<string> {
  checkSecret('probe password');
  return passwordIn(process.env.PROBE_PASSWORD_ARN ?? '');
}

async function passwordIn(name: string): Promise<string> {
  return z.object({ password: z.string().check(z.minLength(8)) }).parse(await contentOf(name))
    .password;
}

/** The key between CloudFront and the API: this version of it, or the current one. Throws when it is missing. */
export async function originKey(version?: string): Promise<string> {
  checkSecret('origin key');
  const key = await textOf(process.env.ORIGIN_KEY_ARN ?? '', version);
  if (!key)
    throw new Error(`The key between CloudFront and the API is empty: ${version ?? 'current'}`);
  return key;
}
