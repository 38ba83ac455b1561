import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';

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

const client = new SecretsManagerClient({ maxAttempts: 3 });
let kept: { readonly name: string; readonly value: Promise<Secrets> } | undefined;

/** The stage's secrets, read once per process. Throws when they are missing or incomplete. */
export function secrets(): Promise<Secrets> {
  const name = process.env.SECRETS_ARN ?? '';
  if (kept?.name !== name) kept = { name, value: read(name) };
  return kept.value;
}

async function read(name: string): Promise<Secrets> {
  try {
    return secretsSchema.parse(await contentOf(name));
  } catch (fault) {
    kept = undefined;
    throw fault;
  }
}

async function contentOf(name: string): Promise<unknown> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
  return JSON.parse(SecretString ?? '{}');
}

/** The password that the deployment generated for the product's own account. Throws when it is missing. */
export async function supportPassword(): Promise<string> {
  const content = await contentOf(process.env.SUPPORT_PASSWORD_ARN ?? '');
  return z.object({ password: z.string().min(8) }).parse(content).password;
}
