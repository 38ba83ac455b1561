import { scryptSync } from 'node:crypto';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { type User, userById } from '#functions/storage/accounts/users.ts';
import { sessionKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { newAccount, newSession } from '#lib/local/new-account.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { LicenseId } from '#shared/rules/accounts/accounts.ts';
import type { Clock } from './clock.ts';

/* The people of a history: registered by the product's own function, with an access token for each call. */

export type Person = {
  readonly id: string;
  readonly name: string;
  /** Changes when the person signs in again. */
  sessionId: string;
  readonly signedInWith?: 'passkey';
};

/** The password of each person at the beginning. */
export const PASSWORD = 'Violet-tram-92-oxide';
const SALT = Buffer.alloc(16, 'salt');
const HASH = scryptSync(PASSWORD, SALT, 32, { N: 2, r: 8, p: 1 });
const PASSWORD_HASH = `scrypt$1$8$1$${SALT.toString('base64url')}$${HASH.toString('base64url')}`;

const NAMES = ['Ana', 'Ben', 'Lucia', 'Noor', 'Piotr', 'Kim'];

export type PersonOptions = {
  readonly price?: number;
  readonly commitment?: number;
  readonly licenseId?: LicenseId;
  readonly invitedBy?: Person;
};

export async function createPerson(
  clock: Clock,
  nth: number,
  options: PersonOptions = {},
): Promise<Person> {
  const now = clock.now();
  const name = NAMES[nth] ?? `Person ${nth}`;
  const { price = 2_500, commitment = 100, licenseId = 'FREE', invitedBy } = options;
  const { id } = await newAccount(
    {
      id: newId(now),
      fullName: `${name} Person`,
      username: `person_${nth}`,
      phoneNumber: `+1555300000${nth}`,
      passwordHash: PASSWORD_HASH,
      licenseId,
      paidResponsePrice: cents(price),
      paidResponseCommitment: commitment,
      ...(invitedBy && { invitedByUserId: invitedBy.id }),
    },
    now,
  );
  const sessionId = await newSession(id, now);
  // People of a history use the product often enough to stay signed in, however many months it lasts.
  await table.write(update(sessionKey(id, sessionId), { set: { expiresAt: 9_999_999_999 } }));
  return { id, name, sessionId };
}

/** The current account of a person; undefined once it is deleted. */
export const accountOf = (clock: Clock, { id }: Person): Promise<User | undefined> =>
  userById(table, id, clock.now());

/** An access token of the person's session, also after their account was deleted. */
export async function tokenOf(clock: Clock, person: Person): Promise<string> {
  const { verified = true, licenseId: plan = 'FREE' } = (await accountOf(clock, person)) ?? {};
  const { id: userId, sessionId, signedInWith } = person;
  const how = signedInWith && { signedInWith };
  return signAccessToken({ userId, sessionId, verified, plan, ...how }, clock.now());
}
