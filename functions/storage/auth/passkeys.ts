import { createHash } from 'node:crypto';
import type { DomainEvent } from '../../../shared/domain-events.ts';
import { newId } from '../../../shared/ids.ts';
import { PASSKEYS_MAX } from '../../../shared/rules/auth/passkeys.ts';
import type { Instant } from '../../../shared/time.ts';
import { credentialsUnchanged, type User } from '../accounts/users.ts';
import {
  type Key,
  PASSKEY_PREFIX,
  passkeyClaimKey,
  passkeyKey,
  userKey,
  userPartition,
} from '../keys.ts';
import { allItems } from '../list-position.ts';
import { publishEvent } from '../outbox.ts';
import { putNew, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { requireLiveSession } from './sessions.ts';

/*
 * Passkeys: one item for each credential in the partition of its person, and a claim, by which a sign-in without a username
 * finds the person. The account counts its passkeys, so that there are never more than ten.
 */

export type Passkey = Key & {
  readonly userId: string;
  /** The SHA-256 of the credential id, in base64url: the id of the passkey in the API. */
  readonly id: string;
  /** The id that the authenticator chose, in base64url. */
  readonly credentialId: string;
  readonly name: string;
  /** The COSE key in base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator; 0 for passkeys that are synchronized, which do not count. */
  readonly counter: number;
  /** How the authenticator can be reached, as it said itself. */
  readonly transports?: readonly string[];
  /** Whether the passkey is backed up to an account of the person at Apple, Google or another provider. */
  readonly backedUp: boolean;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant;
  /** When it was added with a proof of the desk; it opens the desk some time later. Absent for every other passkey. */
  readonly deskSince?: Instant;
};

type Claim = { readonly userId: string };

/** The id of a passkey: the hash of its credential id. */
export const passkeyIdOf = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest('base64url');

/** Makes the item of a new passkey. */
export function newPasskey(
  fields: Omit<Passkey, keyof Key | 'id' | 'createdAt'>,
  now: Instant,
): Passkey {
  const id = passkeyIdOf(fields.credentialId);
  return { ...passkeyKey(fields.userId, id), id, ...fields, createdAt: now };
}

/** Reads the passkeys of a person, oldest first: one query. */
export async function passkeysOf(table: TableReader, userId: string): Promise<Passkey[]> {
  const passkeys = await allItems<Passkey>(table, {
    partition: userPartition(userId),
    prefix: PASSKEY_PREFIX,
    consistent: true,
  });
  return passkeys.sort((one, other) => one.createdAt - other.createdAt);
}

/** Reads a passkey of a person by its id; undefined if they have no such passkey. */
export const passkeyOf = (
  table: TableReader,
  userId: string,
  id: string,
): Promise<Passkey | undefined> => table.get<Passkey>(passkeyKey(userId, id));

/** Reads the id of the person who has a credential; undefined if nobody has. */
export async function holderOfPasskey(
  table: TableReader,
  credentialId: string,
): Promise<string | undefined> {
  return (await table.get<Claim>(passkeyClaimKey(passkeyIdOf(credentialId))))?.userId;
}

export type AddedPasskeyOutcome =
  | 'done'
  | 'UNCONFIRMED'
  | 'SPENT'
  | 'SESSION_OVER'
  | 'EXISTS'
  | 'FULL';

/**
 * What a new passkey is added with: the session, the step that spends its challenge, and for staff the one that spends an operator's
 * link or the confirmation by another passkey.
 */
export type PasskeyProofs = {
  readonly sessionId: string;
  readonly proof: Step<'SPENT'>;
  readonly deskProof?: Step<'UNCONFIRMED'> | undefined;
};

/**
 * Adds a passkey in one transaction with `proof`, the step that spends its challenge. EXISTS: somebody has this credential already.
 * FULL: the person has ten.
 */
export function addPasskey(
  table: TableWriter,
  user: User,
  passkey: Passkey,
  { sessionId, proof, deskProof }: PasskeyProofs,
  now: Instant,
): Promise<AddedPasskeyOutcome> {
  return table.transact<Exclude<AddedPasskeyOutcome, 'done'>>(
    putNew({ ...passkeyClaimKey(passkey.id), userId: user.id }, 'EXISTS'),
    proof,
    ...(deskProof ? [deskProof] : []),
    requireLiveSession(user, sessionId, now),
    putNew(passkey, 'EXISTS'),
    update(
      userKey(user.id),
      // Removing the last passkey does not remove this time, so the next one replaces it.
      `SET #passkeySince = ${user.passkeyCount ? 'if_not_exists(#passkeySince, :now)' : ':now'} ADD #passkeyCount :one`,
      { one: 1, now },
      {
        when: 'attribute_not_exists(#passkeyCount) OR #passkeyCount < :max',
        values: { max: PASSKEYS_MAX },
        otherwise: 'FULL',
      },
    ),
    publishEvent(passkeyEvent('user.passkeyAdded', user.id, now)),
  );
}

/**
 * The step that records the use of a passkey: its new counter and the time. PASSKEY_CHANGED: the passkey was removed, or its counter
 * moved, since it was read.
 */
export function recordPasskeyUse(
  { userId, id, counter: read }: Passkey,
  { counter, backedUp }: Pick<Passkey, 'counter' | 'backedUp'>,
  now: Instant,
): Step<'PASSKEY_CHANGED'> {
  return update(
    passkeyKey(userId, id),
    'SET #counter = :counter, #backedUp = :backedUp, #lastUsedAt = :now',
    { counter, backedUp, now },
    { when: '#counter = :read', values: { read }, otherwise: 'PASSKEY_CHANGED' },
  );
}

/** Renames a passkey. GONE: the person has no such passkey. */
export function renamePasskey(
  table: TableWriter,
  userId: string,
  id: string,
  name: string,
): Promise<'done' | 'GONE'> {
  return table.write(
    update(
      passkeyKey(userId, id),
      'SET #name = :name',
      { name },
      { when: 'attribute_exists(#pk)', otherwise: 'GONE' },
    ),
  );
}

/**
 * Removes a passkey. `wait`: whether it begins the security wait, because the passkey could confirm actions. GONE: it was removed
 * already. CHANGED: the password or phone number differ from what was read.
 */
export function removePasskey(
  table: TableWriter,
  user: User,
  id: string,
  { sessionId, wait }: { readonly sessionId: string; readonly wait: boolean },
  now: Instant,
): Promise<'done' | 'GONE' | 'SESSION_OVER' | 'CHANGED'> {
  return table.transact<'GONE' | 'SESSION_OVER' | 'CHANGED'>(
    remove(passkeyKey(user.id, id), { when: 'attribute_exists(#pk)', otherwise: 'GONE' }),
    removeClaim(user.id, id),
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      `${wait ? 'SET #passkeyRemovedAt = :now ' : ''}ADD #passkeyCount :less`,
      { less: -1, ...(wait && { now }) },
      credentialsUnchanged(user, 'CHANGED'),
    ),
    publishEvent(passkeyEvent('user.passkeyRemoved', user.id, now)),
  );
}

const passkeyEvent = (
  type: 'user.passkeyAdded' | 'user.passkeyRemoved',
  userId: string,
  now: Instant,
): DomainEvent => ({ id: newId(now), type, at: now, detail: { userId } });

/** Removes all passkeys of an account that is being deleted. Repeating it after an interruption does the rest. */
export async function deletePasskeys(table: TableWriter, userId: string): Promise<void> {
  for (const { id } of await passkeysOf(table, userId))
    await table.transact(removeClaim(userId, id), remove(passkeyKey(userId, id)));
}

const removeClaim = (userId: string, id: string): Step<'GONE'> =>
  remove(passkeyClaimKey(id), { when: '#userId = :userId', values: { userId }, otherwise: 'GONE' });
