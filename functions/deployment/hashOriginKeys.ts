import * as z from 'zod/mini';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { originKey } from '../gateways/secrets.ts';
import { hashOfOriginKey } from '../origin-key.ts';
import { serveCustomResource } from '../serve-work.ts';

/** Properties of the resource: versions of the secret. Empty before the first rotation, which means the current version. */
const accepted = z.object({ versions: z._default(z.array(z.string()), []) });

/**
 * Custom resource that hashes the keys that functions accept from CloudFront, so that functions hold hashes and no keys. It
 * runs when the stage is created and at each step of a rotation. A failure stops the deployment; it is safe to repeat.
 */
export const handler = serveCustomResource(systemFunctions.hashOriginKeys, async (properties) => {
  const { versions } = accepted.parse(properties);
  const keys = await Promise.all((versions.length > 0 ? versions : [undefined]).map(originKey));
  return { hashes: keys.map(hashOfOriginKey).join(',') };
});
