import type { Logger } from '@aws-lambda-powertools/logger';
import type { Media } from '../gateways/media.ts';
import type { Caller } from '../tokens.ts';

type Means = { readonly media: Media; readonly caller: Caller; readonly log: Logger };

/**
 * Removes pictures of the caller's bio that nothing shows any more. What was saved stays saved when this fails: then a
 * picture lies there that nobody is led to.
 */
export async function removeBioPictures(
  { media, caller, log }: Means,
  addresses: readonly string[],
): Promise<void> {
  try {
    await Promise.all(addresses.map((address) => media.removeBioPicture(caller.userId, address)));
  } catch (fault) {
    log.warn('a picture stays behind', fault as Error);
  }
}
