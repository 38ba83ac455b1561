import { randomBytes } from 'node:crypto';
import { type Instant, later, MINUTE, toSeconds } from '#shared/time.ts';
import { above } from '../conditions.ts';
import { challengeKey } from '../keys.ts';
import { hashOf } from '../limits.ts';
import { put, remove, type Step, type TableWriter } from '../table.ts';

/*
 * Challenges for a proof of work. A challenge is random, belongs to one phone number, can be used once and expires after ten
 * minutes. It is stored and not signed, so that functions that send codes need no key.
 */

export const CHALLENGE_TIME = 10 * MINUTE;

/** `phoneNumber`: its hash. `expiresAt`: epoch seconds. */
export type ProofOfWorkChallenge = { readonly phoneNumber: string; readonly expiresAt: number };

/** Makes and stores a challenge for a phone number. */
export async function newChallenge(
  table: Pick<TableWriter, 'write'>,
  phoneNumber: string,
  now: Instant,
): Promise<string> {
  const challenge = randomBytes(16).toString('base64url');
  const expiresAt = toSeconds(later(now, CHALLENGE_TIME));
  await table.write(
    put({ ...challengeKey(challenge), phoneNumber: hashOf(phoneNumber), expiresAt }),
  );
  return challenge;
}

/** The step that uses up a challenge. SPENT: it was used before, has expired, or is for another number. */
export const spendChallenge = (
  challenge: string,
  phoneNumber: string,
  now: Instant,
): Step<'SPENT'> =>
  remove(challengeKey<ProofOfWorkChallenge>(challenge), {
    when: { phoneNumber: hashOf(phoneNumber), expiresAt: above(toSeconds(now)) },
    otherwise: 'SPENT',
  });
