import { generateKeyPairSync } from 'node:crypto';
import type { SigningKey } from './secrets.ts';

/** Generates an Ed25519 private key with this id. */
export function newSigningKey(kid: string): SigningKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kid, kty: 'OKP', crv: 'Ed25519', x, d };
}

/** The public keys as JSON, the value of TOKEN_PUBLIC_KEYS. */
export const publicKeysOf = (keys: readonly SigningKey[]): string =>
  JSON.stringify(keys.map(({ kid, kty, crv, x }) => ({ kid, kty, crv, x })));
