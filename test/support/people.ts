import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword } from '#functions/auth/passwords.ts';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import { ifNotExpired, type User } from '#functions/storage/accounts/users.ts';
import type { Registration } from '#functions/storage/auth/registrations.ts';
import { type OpenSession, openSession } from '#functions/storage/auth/sessions.ts';
import { sessionKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { type Actor, actorOf } from '#lib/local/deeds/actor.ts';
import type { Send } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { newAccount } from '#lib/local/new-account.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { SignInMethod } from '#shared/rules/auth/passkeys.ts';
import { PERMISSIONS, type Permission } from '#shared/rules/desk/permissions.ts';
import { type Instant, later, MINUTE, toSeconds } from '#shared/time.ts';
import { makeStaff, setEmail } from './account-shortcuts.ts';
import { sendToHandler, unusedAddress } from './handler-calls.ts';

/*
 * Users for tests: created by the same function as seeded users, and signed in directly, because hashing a password
 * takes a third of a second.
 */

/** Runs code outside of the function, or of the process that crashes, in the middle of which a person calls. */
const outside = AsyncLocalStorage.snapshot();

let hashed: Promise<string> | undefined;
let made = 0;

/** An open session of a person. */
export type Session = {
  readonly sessionId: string;
  /** An access token with the account's state at its creation. */
  readonly token: string;
  readonly refreshToken: string;
};

export type Person = Actor &
  Session & {
    readonly user: User;
    /** The email address with which the person was made; empty without one. */
    readonly email: string;
  };

/** All people that this Jest worker has created, oldest first. */
export const createdPeople: Person[] = [];

let numbered = 0;

/** Returns an unused phone number in E.164 format. */
export function nextPhoneNumber(): string {
  numbered += 1;
  return `+1555300${String(numbered).padStart(4, '0')}`;
}

/** How a person is made: what they registered with, and what they have besides. */
export type PersonOptions = Omit<Partial<Registration>, 'paidResponsePrice'> & {
  /** The price of an answer, in cents. */
  readonly price?: number;
  /** A confirmed email address. */
  readonly email?: string;
  /** When the address was confirmed; absent: now. */
  readonly emailConfirmedAt?: Instant;
  /** The permissions of a member of staff, who has signed in with a passkey. */
  readonly staff?: 'all' | readonly Permission[];
  /** Whether the search finds the person. */
  readonly findable?: boolean;
};

/** Creates a user with an open session: verified and on the free plan unless the options say otherwise. */
export async function newPerson(
  world: { now(): Instant },
  {
    price,
    email,
    emailConfirmedAt = world.now(),
    staff,
    findable = false,
    ...registration
  }: PersonOptions = {},
): Promise<Person> {
  const now = world.now();
  made += 1;
  // Each Jest worker creates its own users in its own table, so a running number is unique.
  const number = String(made).padStart(4, '0');
  hashed ??= hashPassword(PASSWORD);
  const id = registration.id ?? newId(now);
  const { step, ...opened } = openSession(id, now);
  const user = await newAccount(
    {
      id,
      fullName: `Person ${number}`,
      username: `person_${number}`,
      phoneNumber: `+1555200${number}`,
      passwordHash: await hashed,
      licenseId: 'FREE',
      ...(price !== undefined && { paidResponsePrice: cents(price) }),
      ...registration,
    },
    now,
    // The session is in the same transaction: a write for itself would take half as much time again.
    [{ ...step, otherwise: undefined }],
  );
  if (email !== undefined) await setEmail(user, email, emailConfirmedAt);
  const person = {
    ...personWith(world, user, await sessionOf(user, opened, now)),
    email: email ?? '',
  };
  // Loaded here, because few tests search, and it loads the handler of the index.
  if (findable) await (await import('./searchable-people.ts')).deliverNameEvent(world, user.id);
  createdPeople.push(person);
  if (!staff) return person;
  const permissions = staff === 'all' ? PERMISSIONS : staff;
  await makeStaff(person, permissions);
  return { ...person, user: { ...user, permissionIds: permissions } };
}

/** Opens a session of an account, and returns who does things with it. */
export async function personOf(world: { now(): Instant }, user: User): Promise<Person> {
  return personWith(world, user, await signedIn(user, world.now()));
}

function personWith(world: { now(): Instant }, user: User, session: Session): Person {
  const tokenOf = accessTokens(world, user, session.sessionId);
  const send: Send = async (request) =>
    sendToHandler(request, request.options.as?.token ?? (await outside(tokenOf)));
  return { ...actorOf(user.id, send), user, email: user.email ?? '', ...session };
}

/**
 * Returns a function that makes an access token of a person for a call, with the plan that the account has by then. Somebody whose
 * session has lapsed meanwhile signs in again.
 */
function accessTokens(
  world: { now(): Instant },
  user: User,
  firstSessionId: string,
): () => Promise<string> {
  let sessionId = firstSessionId;
  let last: { readonly claims: string; readonly signedAt: Instant; readonly token: string };
  return async () => {
    const now = world.now();
    const [account, session] = (await table.getMany<unknown>([
      userKey(user.id),
      sessionKey(user.id, sessionId),
    ])) as [User | undefined, StoredSession | undefined];
    const { verified, licenseId: plan } = ifNotExpired(account, now) ?? user;
    if (session && session.expiresAt <= toSeconds(now)) ({ sessionId } = await signedIn(user, now));
    const how = session?.signedInWith && { signedInWith: session.signedInWith };
    const claims = { userId: user.id, sessionId, verified, plan, ...how };
    // A signature takes as long as a request. A token of the same claims serves for a minute, of the quarter of an hour that it is good.
    const text = JSON.stringify(claims);
    if (last?.claims === text && now >= last.signedAt && now < later(last.signedAt, MINUTE))
      return last.token;
    const token = await signAccessToken(claims, now);
    last = { claims: text, signedAt: now, token };
    return token;
  };
}

type StoredSession = { readonly expiresAt: number; readonly signedInWith?: SignInMethod };

/** Makes whoever has this access token, whatever session it is of. */
export const bearer = (token: string | undefined): Actor =>
  actorOf('', (request) => sendToHandler(request, request.options.as?.token ?? token));

/** Makes somebody without an account, who calls from an IP address of their own. */
export function visitor(): Actor {
  const from = unusedAddress();
  return actorOf('', ({ options, ...request }) =>
    sendToHandler(
      { ...request, options: { ...options, from: options.from ?? from } },
      options.as?.token,
    ),
  );
}

/** Creates a new session of an account. */
export async function signedIn(user: User, now: Instant): Promise<Session> {
  const { step, ...opened } = openSession(user.id, now);
  await table.write(step);
  return sessionOf(user, opened, now);
}

/** Returns a session that was opened, with an access token. */
async function sessionOf(
  { id: userId, verified, licenseId: plan }: User,
  { sessionId, refreshToken }: OpenSession,
  now: Instant,
): Promise<Session> {
  return {
    sessionId,
    refreshToken,
    token: await signAccessToken({ userId, sessionId, verified, plan }, now),
  };
}

/** Blocks an account, as operators do, without its events and the end of its sessions. */
export const blockedNow = (world: { now(): Instant }, { user }: Pick<Person, 'user'>) =>
  table.write(update(userKey(user.id), { set: { blockedAt: world.now() } }));
