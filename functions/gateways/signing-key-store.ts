import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { secretVariable } from '#shared/secret-names.ts';
import { guarded } from '../role-guard.ts';
import { type SigningKey, signingKeySchema } from './secrets.ts';
import { newSecretsManager } from './secrets-manager.ts';
import { newSigningKey } from './signing-keys.ts';

/** The secret `tokenKeys`; an empty object when the stage is created. */
const contentSchema = z.object({
  signingKeyId: z.optional(z.string()),
  signingKeys: z._default(z.array(signingKeySchema), []),
});

/** The ids of the valid keys, and the id of the key that signs. */
export type WantedKeys = { readonly signs: string; readonly accepted: readonly string[] };

/**
 * Makes the secret hold exactly these keys: creates missing ones, deletes all others, and returns the keys. It writes only
 * if something changes. Only the deployment calls it.
 */
export async function ensureSigningKeys({ signs, accepted }: WantedKeys): Promise<SigningKey[]> {
  const SecretId = process.env[secretVariable('tokenKeys')] ?? '';
  const client = guarded(newSecretsManager());
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
