import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/*
 * Passwords are stored as scrypt hashes with their parameters, `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`. The cost can
 * therefore be raised later, and each older hash is still checked with its own parameters.
 */

const LOG_N = 17;
const R = 8;
const P = 1;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

type Cost = { readonly logN: number; readonly r: number; readonly p: number };

/** Normalized, because two keyboards may produce different bytes for the same password. */
const hashOf = (password: string, salt: Buffer, { logN, r, p }: Cost) =>
  derive(password.normalize('NFKC'), salt, HASH_BYTES, {
    N: 2 ** logN,
    r,
    p,
    // scrypt needs 128 × N × r bytes, twice Node's default limit.
    maxmem: 2 * 128 * 2 ** logN * r,
  });

/** Hashes a password. It takes about a third of a second and 128 MB, to slow down guessing. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashOf(password, salt, { logN: LOG_N, r: R, p: P });
  return ['scrypt', LOG_N, R, P, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** A hash that no password matches. It stands in for the hash of an unknown account, so that the check costs the same. */
const UNMATCHABLE_HASH = ['scrypt', LOG_N, R, P, 'bm9ib2R5J3Mgc2FsdCEh', 'A'.repeat(43)].join('$');

/**
 * Returns whether a password matches a stored hash. Without a hash it takes as long and returns false, so that the response
 * time does not reveal whether the account exists.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (stored || UNMATCHABLE_HASH).split('$');
  const expected = Buffer.from(hash, 'base64url');
  const given = await hashOf(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return given.length === expected.length && timingSafeEqual(given, expected) && Boolean(stored);
}
