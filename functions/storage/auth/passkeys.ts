import { createHash } from 'node:crypto';
import { PASSKEYS_MAX } from '#shared/rules/auth/passkeys.ts';
import type { Instant } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { User } from '../accounts/users.ts';
import { ifMissing } from '../changes.ts';
import { below, exists, missingOr } from '../conditions.ts';
import {
  type Key,
  PASSKEY_PREFIX,
  passkeyClaimKey,
  passkeyKey,
  userKey,
  userPartition,
} from '../keys.ts';
import { allItems } from '../list-position.ts';
import { putNew, remove, type Step, type TableReader, type TableWriter, update } from '../table.ts';
import { ladderAsRead, ladderUnchanged, recordStep, stepTimes } from './security-steps.ts';
import { requireLiveSession } from './sessions.ts';
import type { Passkey } from './stored-passkey.ts';

/*
 * Passkeys: one item for each credential in the partition of its person, and a claim, by which a sign-in without a username
 * finds the person. The account counts its passkeys, so that there are never more than ten.
 */

/** The claim of a credential. */
export type PasskeyClaim = { readonly userId: string };

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
  return (await table.get<PasskeyClaim>(passkeyClaimKey(passkeyIdOf(credentialId))))?.userId;
}

export type AddedPasskeyOutcome =
  | 'done'
  | 'UNCONFIRMED'
  | 'SPENT'
  | 'SESSION_OVER'
  | 'EXISTS'
  | 'CHANGED';

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
 * CHANGED: the person has ten, or made another step of the ladder since the account was read.
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
      {
        set: {
          // Removing the last passkey does not remove this time, so the next one replaces it.
          passkeySince: user.passkeyCount ? ifMissing(now) : now,
          ...stepTimes(now, 'PASSKEY_ADDED'),
        },
        add: { passkeyCount: 1 },
      },
      {
        when: { ...ladderAsRead(user), passkeyCount: missingOr(below(PASSKEYS_MAX)) },
        otherwise: 'CHANGED',
      },
    ),
    ...recordStep(user, 'PASSKEY_ADDED', now),
    raiseAlert(user.id, { kind: 'PASSKEY_ADDED', about: passkey.name }, now),
  );
}

/**
 * The step that records the use of a passkey: its new counter and the time. PASSKEY_CHANGED: the passkey was removed, or its counter
 * moved, since it was read.
 */
export function recordPasskeyUse(
  { userId, id, counter: counterBefore }: Passkey,
  { counter, backedUp }: Pick<Passkey, 'counter' | 'backedUp'>,
  now: Instant,
): Step<'PASSKEY_CHANGED'> {
  return update(
    passkeyKey(userId, id),
    { set: { counter, backedUp, lastUsedAt: now } },
    { when: { counter: counterBefore }, otherwise: 'PASSKEY_CHANGED' },
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
    update(passkeyKey(userId, id), { set: { name } }, { when: { pk: exists }, otherwise: 'GONE' }),
  );
}

/**
 * Removes a passkey. `wait`: whether it begins the security wait, because the passkey could confirm actions. GONE: it was removed
 * already. CHANGED: the password, the phone number or the ladder differ from what was read.
 */
export function removePasskey(
  table: TableWriter,
  user: User,
  passkey: Passkey,
  { sessionId, wait }: { readonly sessionId: string; readonly wait: boolean },
  now: Instant,
): Promise<'done' | 'GONE' | 'SESSION_OVER' | 'CHANGED'> {
  const { id } = passkey;
  return table.transact<'GONE' | 'SESSION_OVER' | 'CHANGED'>(
    remove(passkeyKey(user.id, id), { when: { pk: exists }, otherwise: 'GONE' }),
    removeClaim(user.id, id),
    requireLiveSession(user, sessionId, now),
    update(
      userKey(user.id),
      { set: wait ? stepTimes(now, 'PASSKEY_REMOVED') : {}, add: { passkeyCount: -1 } },
      ladderUnchanged(user),
    ),
    ...recordStep(user, 'PASSKEY_REMOVED', now, { endedPasskeys: [passkey] }),
  );
}

/** The steps that end passkeys beside another change of the account, which counts them. CHANGED: one was removed meanwhile. */
export const endPasskeys = (passkeys: readonly Passkey[]): Step<'CHANGED'>[] =>
  passkeys.flatMap(({ userId, id }) => [
    remove(passkeyKey(userId, id), { when: { pk: exists }, otherwise: 'CHANGED' }),
    { ...removeClaim(userId, id), otherwise: 'CHANGED' },
  ]);

/** The change of the count of an account whose passkeys end; the count stays missing without any. */
export const passkeysLess = (ended: readonly Passkey[]): Pick<User, 'passkeyCount'> => ({
  passkeyCount: ended.length > 0 ? -ended.length : undefined,
});

/** The steps that bring back passkeys that a step of the ladder ended, beside another change of the account. */
export const restorePasskeys = (passkeys: readonly Passkey[]): Step<'CHANGED'>[] =>
  passkeys.flatMap((passkey) => [
    putNew(passkey, 'CHANGED'),
    putNew({ ...passkeyClaimKey(passkey.id), userId: passkey.userId }, 'CHANGED'),
  ]);

/**
 * The passkeys of a person that end with a new password or a recovery: all that they do not keep by name. Somebody else may have
 * added one of them.
 */
export async function passkeysNotKept(
  table: TableReader,
  userId: string,
  kept: readonly string[],
): Promise<Passkey[]> {
  return (await passkeysOf(table, userId)).filter(({ id }) => !kept.includes(id));
}

/** Removes all passkeys of an account that is being deleted. Repeating it after an interruption does the rest. */
export async function deletePasskeys(table: TableWriter, userId: string): Promise<void> {
  for (const { id } of await passkeysOf(table, userId))
    await table.transact(removeClaim(userId, id), remove(passkeyKey(userId, id)));
}

const removeClaim = (userId: string, id: string): Step<'GONE'> =>
  remove(passkeyClaimKey(id), { when: { userId }, otherwise: 'GONE' });
