import { generateKeyPairSync } from 'node:crypto';
import type { SigningKey } from './secrets.ts';

/** A new private key on Ed25519, under this id. */
export function newSigningKey(kid: string): SigningKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kid, kty: 'OKP', crv: 'Ed25519', x, d };
}

/** What verifies the tokens of these keys, as TOKEN_PUBLIC_KEYS says it: nothing of it is secret. */
export const publicKeysOf = (keys: readonly SigningKey[]): string =>
  JSON.stringify(keys.map(({ kid, kty, crv, x }) => ({ kid, kty, crv, x })));
