import { createHmac } from 'node:crypto';
import { secret } from '../gateways/secrets.ts';

/**
 * HMAC-SHA-256 of the words, truncated to about 128 bits of base64url: an id for something that must not be stored itself,
 * such as an IP address. Without the key, the words cannot be found by hashing all candidates.
 */
export async function keyedHash(...words: readonly string[]): Promise<string> {
  const { hashKey } = await secret('hashKey');
  const mac = createHmac('sha256', hashKey).update(JSON.stringify(words));
  return mac.digest('base64url').slice(0, 22);
}
