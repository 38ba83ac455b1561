import { hashPassword } from '#functions/auth/passwords.ts';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { type Registration, registerUser } from '#functions/storage/auth/registrations.ts';
import { openSession } from '#functions/storage/auth/sessions.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { Instant } from '#shared/time.ts';

/*
 * Users for tests: created by the same function as seeded users, and signed in directly, because hashing a password
 * takes a third of a second.
 */

export const PASSWORD = 'Correct-Horse-1';
let hashed: Promise<string> | undefined;
let made = 0;

export type Person = {
  readonly user: User;
  /** An access token with the account's state at its creation. */
  readonly token: string;
  readonly refreshToken: string;
};

/** All people that this Jest worker has created, oldest first. */
export const createdPeople: Person[] = [];

let numbered = 0;

/** Returns an unused phone number in E.164 format. */
export function nextPhoneNumber(): string {
  numbered += 1;
  return `+1555300${String(numbered).padStart(4, '0')}`;
}

/** Creates a user with an open session: verified and on the free plan unless `registration` says otherwise. */
export async function newPerson(
  world: { now(): Instant },
  registration: Partial<Registration> = {},
): Promise<Person> {
  const now = world.now();
  made += 1;
  // Each Jest worker creates its own users in its own table, so a running number is unique.
  const number = String(made).padStart(4, '0');
  hashed ??= hashPassword(PASSWORD);
  const registered = await registerUser(
    table,
    {
      id: newId(now),
      fullName: `Person ${number}`,
      username: `person_${number}`,
      phoneNumber: `+1555200${number}`,
      passwordHash: await hashed,
      verified: true,
      licenseId: 'FREE',
      ...registration,
    },
    now,
  );
  if (typeof registered === 'string')
    throw new Error(`the person could not be made: ${registered}`);
  const person = { user: registered.user, ...(await signedIn(registered.user, now)) };
  createdPeople.push(person);
  return person;
}

/** Creates a new session of an account. */
export async function signedIn(user: User, now: Instant) {
  const { step, sessionId, refreshToken } = openSession(user.id, now);
  await table.write(step);
  const { id: userId, verified, licenseId: plan } = user;
  return {
    refreshToken,
    token: await signAccessToken({ userId, sessionId, verified, plan }, now),
  };
}

/** Returns the same person with a new session, because the access token may have expired. */
export async function signedInAgain(world: { now(): Instant }, person: Person): Promise<Person> {
  return { ...person, ...(await signedIn(person.user, world.now())) };
}

/** Blocks an account, as operators do, without its events and the end of its sessions. */
export const blockedNow = (world: { now(): Instant }, { user }: Pick<Person, 'user'>) =>
  table.write(update(userKey(user.id), 'SET #blockedAt = :now', { now: world.now() }));
