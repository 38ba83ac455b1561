import { signAccessToken } from '../../functions/auth/sign-tokens.ts';
import { type User, userById } from '../../functions/storage/accounts/users.ts';
import { registerUser } from '../../functions/storage/auth/registrations.ts';
import { openSession } from '../../functions/storage/auth/sessions.ts';
import { sessionKey } from '../../functions/storage/keys.ts';
import { table, update } from '../../functions/storage/table.ts';
import { newId } from '../../shared/ids.ts';
import { cents } from '../../shared/money.ts';
import type { LicenseId } from '../../shared/rules/accounts/accounts.ts';
import type { Clock } from './clock.ts';

/* The people of a history: registered by the product's own function, with an access token for each call. */

export type Person = { readonly id: string; readonly name: string; readonly sessionId: string };

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
  planted: PersonOptions = {},
): Promise<Person> {
  const now = clock.now();
  const name = NAMES[nth] ?? `Person ${nth}`;
  const { price = 2_500, commitment = 100, licenseId = 'FREE', invitedBy } = planted;
  const registered = await registerUser(
    table,
    {
      id: newId(now),
      fullName: `${name} Person`,
      username: `person_${nth}`,
      phoneNumber: `+155530000${nth}`,
      passwordHash: '',
      verified: true,
      licenseId,
      paidResponsePrice: cents(price),
      paidResponseCommitment: commitment,
      ...(invitedBy && { invitedByUserId: invitedBy.id }),
    },
    now,
  );
  if (typeof registered === 'string') throw new Error(`not registered: ${registered}`);
  const { sessionId, step } = openSession(registered.user.id, now);
  await table.write(step);
  // People of a history use the product often enough to stay signed in, however many months it lasts.
  const key = sessionKey(registered.user.id, sessionId);
  await table.write(update(key, 'SET #expiresAt = :never', { never: 9_999_999_999 }));
  return { id: registered.user.id, name, sessionId };
}

/** The current account of a person. */
export async function accountOf(clock: Clock, { id }: Person): Promise<User> {
  const user = await userById(table, id, clock.now());
  if (!user) throw new Error('the account does not exist');
  return user;
}

/** An access token of the person's only session. */
export async function tokenOf(clock: Clock, person: Person): Promise<string> {
  const { id: userId, verified, licenseId: plan } = await accountOf(clock, person);
  const { sessionId } = person;
  return signAccessToken({ userId, sessionId, verified, plan }, clock.now());
}
