import { AsyncLocalStorage } from 'node:async_hooks';
import crypto, { type JsonWebKey, webcrypto } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import type { Process, Processes } from '#test/support/faults/processes.ts';
import type { Clock } from './clock.ts';
import { Prng } from './prng.ts';

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
    scrypt: cheapScrypt,
  });
  syncBuiltinESMExports();
  Object.defineProperties(webcrypto, {
    getRandomValues: { value: fill, configurable: true },
    randomUUID: { value: () => uuidFrom(bytes(16)), configurable: true },
  });
  signSynchronously();
  virtualizeTimers(processes);
  storePerProcess(processes);
}

type Scrypted = (fault: null, key: Buffer) => void;

/** Hashes a password or a code synchronously, and with the minimum cost: the product's cost is a third of a second. */
function cheapScrypt(
  password: string,
  salt: Buffer,
  length: number,
  _cost: object,
  done: Scrypted,
): void {
  done(null, crypto.scryptSync(password, salt, length, { N: 2 }));
}

function uuidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A key of this process. */
type Key = { readonly secret: Uint8Array };

/**
 * Signs and verifies synchronously, because crypto.subtle uses threads, whose order would not be deterministic. All keys
 * sign with HMAC, because Ed25519 takes ten times as long.
 */
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
      value: async (_how: unknown, { secret }: Key, data: Uint8Array) => mac(secret, data),
    },
    verify: {
      configurable: true,
      value: async (_how: unknown, { secret }: Key, signature: Uint8Array, data: Uint8Array) =>
        mac(secret, data).equals(signature),
    },
  });
}

const hmacKey = (secret: Uint8Array) => ({
  type: 'secret',
  extractable: false,
  usages: ['sign', 'verify'],
  secret,
  algorithm: { name: 'HMAC', hash: { name: 'SHA-256' }, length: secret.byteLength * 8 },
});

/** The public part, which both keys of a pair contain, is the secret. */
function ed25519Key({ x = '', d }: JsonWebKey) {
  return {
    [Symbol.toStringTag]: 'CryptoKey',
    type: d === undefined ? 'public' : 'private',
    extractable: false,
    usages: [d === undefined ? 'verify' : 'sign'],
    algorithm: { name: 'Ed25519' },
    secret: Buffer.from(x),
  };
}

/** Longer than any backoff of a client library. Longer timers are function timeouts, which the simulation ignores. */
const LONGEST_PAUSE = 15_000;

/**
 * Keeps the values of each AsyncLocalStorage per process of the simulation. A function sets them once, so it need not be known
 * which promise belongs to which call; tracking that slows down every promise.
 */
function storePerProcess(processes: Processes): void {
  const stores = new WeakMap<object, WeakMap<Process, unknown>>();
  Object.assign(AsyncLocalStorage.prototype, {
    run(this: object, store: unknown, work: (...given: unknown[]) => unknown, ...given: unknown[]) {
      const { running } = processes;
      const ofProcesses = stores.get(this) ?? new WeakMap();
      stores.set(this, ofProcesses);
      if (running) ofProcesses.set(running, store);
      return work(...given);
    },
    getStore(this: object) {
      return processes.running && stores.get(this)?.get(processes.running);
    },
  });
}

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
  // Never aborts: the timeout of a function would depend on the speed of the machine.
  AbortSignal.timeout = () => new AbortController().signal;
  syncBuiltinESMExports();
}
