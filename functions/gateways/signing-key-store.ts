import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { secretVariable } from '../../shared/secret-names.ts';
import { type SigningKey, signingKeySchema } from './secrets.ts';
import { newSigningKey } from './signing-keys.ts';

/** Empty when the stage is made. */
const contentSchema = z.object({
  signingKeyId: z.string().optional(),
  signingKeys: z.array(signingKeySchema).default([]),
});

/** The keys that are valid by their ids, and which of them signs. */
export type WantedKeys = { readonly signs: string; readonly accepted: readonly string[] };

/**
 * Brings the secret to these keys: one that is there stays, one that is missing is made, any other is forgotten. Writes
 * nothing where all is so already. Only the deployment calls it.
 */
export async function ensureSigningKeys({ signs, accepted }: WantedKeys): Promise<SigningKey[]> {
  const SecretId = process.env[secretVariable('tokenKeys')] ?? '';
  const client = new SecretsManagerClient({ maxAttempts: 3 });
  const { SecretString: text = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
  const stored = contentSchema.parse(JSON.parse(text));
  const keys = accepted.map(
    (id) => stored.signingKeys.find(({ kid }) => kid === id) ?? newSigningKey(id),
  );
  const content = { signingKeyId: signs, signingKeys: keys };
  if (JSON.stringify(content) !== JSON.stringify(stored))
    await client.send(
      new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(content) }),
    );
  return keys;
}
