import crypto, { type JsonWebKey, type KeyObject, webcrypto } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import type { Clock } from './clock.ts';
import { Prng } from './prng.ts';
import type { Processes } from './processes.ts';

/*
 * Makes the process deterministic: ids, codes, jitter and the current time come from the seed and the simulated
 * clock. Tokens are signed synchronously, because the platform signs on another thread, which finishes at an
 * unpredictable time.
 */

let prng = new Prng(0);
/** Random numbers that only one of the engines needs, so that a history is the same with both engines. */
const separatePrng = new Prng(0);
let separateUses = 0;
const currentPrng = () => (separateUses > 0 ? separatePrng : prng);

/** Runs work whose random numbers must not affect the history, such as the ids of requests to a real engine. */
export async function withSeparatePrng<Done>(work: () => Promise<Done>): Promise<Done> {
  separateUses += 1;
  try {
    return await work();
  } finally {
    separateUses -= 1;
  }
}

/** Makes all random numbers of the code under test come from this seed. */
export function reseed(seed: number): void {
  prng = new Prng(seed);
}

/**
 * Replaces the globals for time and randomness; call once before the first history. A later copy of this module replaces
 * them again.
 */
export function makeDeterministic(clock: Clock, processes: Processes): void {
  Math.random = () => currentPrng().next();
  Date.now = () => clock.now();
  const bytes = (size: number) =>
    Buffer.from(Array.from({ length: size }, () => currentPrng().below(256)));
  const fill = <Filled extends ArrayBufferView | null>(into: Filled): Filled => {
    if (into) bytes(into.byteLength).copy(Buffer.from(into.buffer, into.byteOffset));
    return into;
  };
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (first: number, end?: number) =>
      end === undefined ? currentPrng().below(first) : first + currentPrng().below(end - first),
    randomUUID: () => uuidFrom(bytes(16)),
  });
  syncBuiltinESMExports();
  Object.defineProperties(webcrypto, {
    getRandomValues: { value: fill, configurable: true },
    randomUUID: { value: () => uuidFrom(bytes(16)), configurable: true },
  });
  signSynchronously();
  virtualizeTimers(processes);
}

function uuidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A key of this process: the bytes of an HMAC key, or the KeyObject of an Ed25519 key. */
type Key = { readonly secret: Uint8Array } | { readonly object: KeyObject };

/** Signs and verifies synchronously: crypto.subtle uses threads, whose order would not be deterministic. */
function signSynchronously(): void {
  const mac = (secret: Uint8Array, data: Uint8Array) =>
    crypto.createHmac('sha256', secret).update(data).digest();
  Object.defineProperties(webcrypto.subtle, {
    importKey: {
      configurable: true,
      value: async (_format: string, material: Uint8Array | JsonWebKey) =>
        material instanceof Uint8Array ? hmacKey(material) : ed25519Key(material),
    },
    sign: {
      configurable: true,
      value: async (_how: unknown, key: Key, data: Uint8Array) =>
        'secret' in key ? mac(key.secret, data) : crypto.sign(null, data, key.object),
    },
    verify: {
      configurable: true,
      value: async (_how: unknown, key: Key, signature: Uint8Array, data: Uint8Array) =>
        'secret' in key
          ? mac(key.secret, data).equals(signature)
          : crypto.verify(null, data, key.object, signature),
    },
  });
}

const hmacKey = (secret: Uint8Array) => ({
  ...{ type: 'secret', extractable: false, usages: ['sign', 'verify'], secret },
  algorithm: { name: 'HMAC', hash: { name: 'SHA-256' }, length: secret.byteLength * 8 },
});

const keyObjects = new Map<string, KeyObject>();

/** Reading a key takes longer than signing with it, and a history has only a few. */
function keyObjectOf(key: JsonWebKey): KeyObject {
  const text = JSON.stringify(key);
  const known = keyObjects.get(text);
  if (known) return known;
  const read = key.d === undefined ? crypto.createPublicKey : crypto.createPrivateKey;
  const object = read({ key, format: 'jwk' });
  keyObjects.set(text, object);
  return object;
}

function ed25519Key(key: JsonWebKey) {
  const isPrivate = key.d !== undefined;
  return {
    [Symbol.toStringTag]: 'CryptoKey',
    ...{ type: isPrivate ? 'private' : 'public', extractable: false },
    usages: [isPrivate ? 'sign' : 'verify'],
    algorithm: { name: 'Ed25519' },
    object: keyObjectOf(key),
  };
}

/** Longer than any backoff of a client library. Longer timers are function timeouts, which the simulation ignores. */
const LONGEST_PAUSE = 15_000;

/**
 * Makes the timers of processes virtual: they fire only when their process waits for nothing else. The test harness
 * keeps the real timers.
 */
function virtualizeTimers(processes: Processes): void {
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  const virtual = (ring: (...given: unknown[]) => void, after = 0, ...given: unknown[]) => {
    if (!processes.isRunning) return set(ring, after, ...given);
    const timer = after < LONGEST_PAUSE ? processes.setTimer(() => ring(...given), after) : {};
    const handle = timer ?? {};
    return Object.assign(handle, { unref: () => handle, ref: () => handle, hasRef: () => true });
  };
  const setTimeout = Object.assign(virtual, set) as unknown as typeof globalThis.setTimeout;
  const clearTimeout = ((timer: NodeJS.Timeout | undefined) => {
    if (!processes.clearTimer(timer)) clear(timer);
  }) as typeof globalThis.clearTimeout;
  Object.assign(globalThis, { setTimeout, clearTimeout });
  Object.assign(timers, { setTimeout, clearTimeout });
  syncBuiltinESMExports();
}
