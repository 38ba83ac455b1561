import { createHmac } from 'node:crypto';
import { secret } from './gateways/secrets.ts';

/**
 * A name for something that must not be stored itself: the same for the same words, and without the key nobody finds
 * the words by trying them all, as they would with a plain hash of an address. 128 bits in base64url.
 */
export async function keyedHash(...words: readonly string[]): Promise<string> {
  const { hashKey } = await secret('hashKey');
  const mac = createHmac('sha256', hashKey).update(JSON.stringify(words));
  return mac.digest('base64url').slice(0, 22);
}
