import * as z from 'zod/mini';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { ensureSigningKeys } from '../gateways/signing-key-store.ts';
import { publicKeysOf } from '../gateways/signing-keys.ts';
import { serveCustomResource } from '../serve-work.ts';

/** Properties of the resource, from the setting `tokenKeys`: the ids of the valid keys, and of the key that signs. */
const wanted = z.object({ signs: z.string(), accepted: z.array(z.string()).check(z.minLength(1)) });

/**
 * Custom resource that creates missing signing keys of access tokens and deletes those that are no longer valid. It returns
 * the public keys, with which functions verify tokens. A failure stops the deployment; it is safe to repeat.
 */
export const handler = serveCustomResource(systemFunctions.makeTokenKeys, async (properties) => {
  const keys = await ensureSigningKeys(wanted.parse(properties));
  return { publicKeys: publicKeysOf(keys) };
});
