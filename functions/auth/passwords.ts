import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/*
 * Passwords are kept as scrypt hashes with their parameters beside them, so that the cost can be raised later
 * and every hash is still checked by the cost it was made with: `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`.
 */

const LOG_N = 17;
const R = 8;
const P = 1;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

type Cost = { readonly logN: number; readonly r: number; readonly p: number };

/** The same password typed on two keyboards may differ in bytes; its compatibility form does not. */
const hashOf = (password: string, salt: Buffer, { logN, r, p }: Cost) =>
  derive(password.normalize('NFKC'), salt, HASH_BYTES, {
    N: 2 ** logN,
    r,
    p,
    // scrypt needs 128 × N × r bytes, which is Node's default limit twice over.
    maxmem: 2 * 128 * 2 ** logN * r,
  });

/** Takes about a third of a second and 128 MB, on purpose. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashOf(password, salt, { logN: LOG_N, r: R, p: P });
  return ['scrypt', LOG_N, R, P, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** What an unknown person's password is compared with: as costly as any, and never right. */
const NOBODYS = ['scrypt', LOG_N, R, P, 'bm9ib2R5J3Mgc2FsdCEh', 'A'.repeat(43)].join('$');

/**
 * Whether a password is the one behind a stored hash. Without a hash it takes as long and is never right,
 * so that the time does not tell whether there is such an account.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, logN, r, p, salt = '', hash = ''] = (stored || NOBODYS).split('$');
  const expected = Buffer.from(hash, 'base64url');
  const given = await hashOf(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return given.length === expected.length && timingSafeEqual(given, expected) && Boolean(stored);
}
