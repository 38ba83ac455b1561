import * as z from 'zod';
import { ensureSigningKeys } from '../gateways/signing-key-store.ts';
import { publicKeysOf } from '../gateways/signing-keys.ts';
import { serveCustomResource } from '../serve-work.ts';

/** Of the settings of the stage: the ids of the keys that are valid, and of the one that signs. */
const wanted = z.object({ signs: z.string(), accepted: z.array(z.string()).min(1) });

/**
 * Makes the keys that sign access tokens where they are missing, and forgets those that are valid no more. Answers the
 * public ones, by which functions verify tokens without a secret. Failing stops the deployment. Twice is once.
 */
export const handler = serveCustomResource('makeTokenKeys', async (properties) => {
  const keys = await ensureSigningKeys(wanted.parse(properties));
  return { publicKeys: publicKeysOf(keys) };
});
