import * as z from 'zod';
import { originKey } from '../gateways/secrets.ts';
import { hashOfOriginKey } from '../origin-key.ts';
import { serveCustomResource } from '../serve-work.ts';

/** Versions of the secret; none where it was never replaced: then the current one. */
const accepted = z.object({ versions: z.array(z.string()).default([]) });

/**
 * Hashes the keys that functions accept from CloudFront, so that no function holds a key. Runs when the stage is made and at
 * each step of a rotation; failing stops the deployment. Twice is once.
 */
export const handler = serveCustomResource('hashOriginKeys', async (properties) => {
  const { versions } = accepted.parse(properties);
  const keys = await Promise.all((versions.length > 0 ? versions : [undefined]).map(originKey));
  return { hashes: keys.map(hashOfOriginKey).join(',') };
});
