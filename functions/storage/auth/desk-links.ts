import { createHash, randomBytes } from 'node:crypto';
import { type Instant, toSeconds } from '#shared/time.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { above } from '../conditions.ts';
import { deskLinkKey } from '../keys.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from '../table.ts';

/*
 * The one-time links with which staff add a passkey that opens the desk. An operator makes one; a new link replaces the one before.
 * Only the hash of its token is stored.
 */

export type DeskLink = {
  readonly hash: string;
  /** Epoch seconds. DynamoDB removes expired items with a delay, so readers check this. */
  readonly expiresAt: number;
};

/** Makes the token of a link. */
export const newDeskLinkToken = (): string => randomBytes(32).toString('base64url');

/** Stores the link of a member of staff, in one transaction with its audit entry. */
export async function storeDeskLink(
  table: TableWriter,
  userId: string,
  token: string,
  until: Instant,
  act: AuditEntry,
): Promise<void> {
  const link: DeskLink = { hash: hashOf(token), expiresAt: toSeconds(until) };
  await table.transact(put({ ...deskLinkKey(userId), ...link }), writeAuditEntry(act));
}

/** Whether this token is the one of the person's link, which is not used and has not expired. */
export async function isDeskLink(
  table: TableReader,
  userId: string,
  token: string,
  now: Instant,
): Promise<boolean> {
  const link = await table.get<DeskLink>(deskLinkKey(userId));
  return link?.hash === hashOf(token) && link.expiresAt > toSeconds(now);
}

/** The step that uses up a link. UNCONFIRMED: it was used or replaced, or has expired, or is somebody else's. */
export const spendDeskLink = (userId: string, token: string, now: Instant): Step<'UNCONFIRMED'> =>
  remove(deskLinkKey(userId), {
    when: { hash: hashOf(token), expiresAt: above(toSeconds(now)) },
    otherwise: 'UNCONFIRMED',
  });

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
