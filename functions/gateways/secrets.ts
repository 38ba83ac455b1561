import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { HOUR, type Instant, later, MINUTE, SECOND } from '../../shared/time.ts';
import { now } from './clock.ts';

const secretsSchema = z.object({
  /** Signs access tokens: at least 32 random bytes in base64. */
  tokenKey: z.string().min(43),
  stripeSecretKey: z.string(),
  stripePublishableKey: z.string(),
  stripeWebhookSecret: z.string(),
  /** Signs what the payment provider tells of the accounts of people who are paid. */
  stripeConnectWebhookSecret: z.string().min(1).optional(),
});

export type Secrets = z.infer<typeof secretsSchema>;

/** How long what was read is believed: so long, at most, does a function go on with a key that was replaced. */
const BELIEVED = 5 * MINUTE;
/** For whoever has reason to doubt. Not shorter, or who forges signatures would have us ask with each of them. */
export const DOUBTED = 10 * SECOND;
/** How long what was read serves while it cannot be read again, and how long until that is tried once more. */
const HELD = HOUR;
const PAUSE = 30 * SECOND;

type Kept = {
  readonly name: string;
  readonly value: Secrets;
  readonly readAt: Instant;
  /** When it may be read again after that failed. */
  readonly againAt: Instant;
};

let kept: Kept | undefined;
let reading: { readonly name: string; readonly value: Promise<Secrets> } | undefined;

/**
 * The stage's secrets, read at most so many milliseconds ago: five minutes unless said otherwise. While they cannot be
 * read, those of the last hour serve. Throws when they are missing, incomplete, or out of reach for longer.
 */
export async function secrets(notOlderThan: number = BELIEVED): Promise<Secrets> {
  const name = process.env.SECRETS_ARN ?? '';
  const known = kept?.name === name ? kept : undefined;
  if (!known) return read(name);
  // A clock that was set back makes nothing young.
  const age = Math.abs(now() - known.readAt);
  if (age <= notOlderThan) return known.value;
  const maySpare = age <= HELD;
  if (maySpare && known.againAt > now()) return known.value;
  try {
    return await read(name);
  } catch (fault) {
    if (!maySpare) throw fault;
    kept = { ...known, againAt: later(now(), PAUSE) };
    return known.value;
  }
}

/** Reads once, however many ask at the same time. */
async function read(name: string): Promise<Secrets> {
  if (reading?.name !== name) reading = { name, value: readNow(name) };
  const mine = reading;
  try {
    return await mine.value;
  } finally {
    if (reading === mine) reading = undefined;
  }
}

async function readNow(name: string): Promise<Secrets> {
  const value = secretsSchema.parse(await contentOf(name));
  kept = { name, value, readAt: now(), againAt: now() };
  return value;
}

async function contentOf(name: string): Promise<unknown> {
  // A client for each reading: minutes later, a connection that was kept would be dead.
  const client = new SecretsManagerClient({ maxAttempts: 3 });
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    return JSON.parse(SecretString ?? '{}');
  } finally {
    client.destroy();
  }
}

/** The password that the deployment generated for the product's own account. Throws when it is missing. */
export const supportPassword = (): Promise<string> =>
  passwordIn(process.env.SUPPORT_PASSWORD_ARN ?? '');

/** The password that the deployment generated for the account of the probe. Throws when it is missing. */
export const probePassword = (): Promise<string> =>
  passwordIn(process.env.PROBE_PASSWORD_ARN ?? '');

async function passwordIn(name: string): Promise<string> {
  return z.object({ password: z.string().min(8) }).parse(await contentOf(name)).password;
}
