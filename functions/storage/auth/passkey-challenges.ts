import { randomBytes } from 'node:crypto';
import {
  CONFIRMATION_TIME,
  type ConfirmedAction,
  PASSKEY_CHALLENGE_TIME,
} from '#shared/rules/auth/passkeys.ts';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import { above } from '../conditions.ts';
import { challengeKey } from '../keys.ts';
import { putNew, remove, type Step, type TableWriter } from '../table.ts';

/*
 * Challenges that a passkey signs, and the confirmations of actions that follow. Each is random, for one purpose and one session,
 * valid for five minutes, and deleted when it is used; so a response cannot be replayed.
 */

type ChallengePurpose = 'REGISTER' | 'SIGN_IN' | `CONFIRM_${ConfirmedAction}`;
type Purpose = ChallengePurpose | `CONFIRMED_${ConfirmedAction}`;

/** The account and the session that a challenge is for; none for a sign-in. */
type Holder = { readonly userId: string; readonly sessionId: string } | undefined;

/** Makes and stores a challenge, in base64url. */
export async function newPasskeyChallenge(
  table: Pick<TableWriter, 'write'>,
  purpose: ChallengePurpose,
  holder: Holder,
  now: Instant,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = toSeconds(later(now, PASSKEY_CHALLENGE_TIME));
  await table.write(storeChallenge(challenge, { purpose, subject: subjectOf(holder), expiresAt }));
  return challenge;
}

/** The step that uses up a challenge. SPENT: it was used before, has expired, or is for something or somebody else. */
export const spendPasskeyChallenge = (
  challenge: string,
  purpose: ChallengePurpose,
  holder: Holder,
  now: Instant,
): Step<'SPENT'> => spend(challenge, purpose, holder, now);

/** Makes the token that confirms an action, and the step that stores it. */
export function newConfirmation(
  action: ConfirmedAction,
  holder: Holder,
  now: Instant,
): { readonly confirmation: string; readonly step: Step<'TAKEN'> } {
  const confirmation = randomBytes(32).toString('base64url');
  const purpose = `CONFIRMED_${action}` as const;
  const expiresAt = toSeconds(later(now, CONFIRMATION_TIME));
  const stored = { purpose, subject: subjectOf(holder), expiresAt };
  return { confirmation, step: storeChallenge(confirmation, stored) };
}

/** The step that uses up the confirmation of an action. UNCONFIRMED: it was used before, has expired, or is for something else. */
export const spendConfirmation = (
  confirmation: string,
  action: ConfirmedAction,
  holder: Holder,
  now: Instant,
): Step<'UNCONFIRMED'> => ({
  ...spend(confirmation, `CONFIRMED_${action}`, holder, now),
  otherwise: 'UNCONFIRMED',
});

/** A challenge or a confirmation as it is stored. */
export type PasskeyChallenge = {
  readonly purpose: Purpose;
  readonly subject: string;
  /** Epoch seconds. DynamoDB removes expired items with a delay, so the step that uses it up checks this. */
  readonly expiresAt: number;
};

const storeChallenge = (challenge: string, stored: PasskeyChallenge): Step<'TAKEN'> =>
  putNew({ ...challengeKey(challenge), ...stored }, 'TAKEN');

const spend = (challenge: string, purpose: Purpose, holder: Holder, now: Instant): Step<'SPENT'> =>
  remove(challengeKey<PasskeyChallenge>(challenge), {
    when: { purpose, subject: subjectOf(holder), expiresAt: above(toSeconds(now)) },
    otherwise: 'SPENT',
  });

const subjectOf = (holder: Holder): string =>
  holder ? `${holder.userId} ${holder.sessionId}` : 'anyone';
