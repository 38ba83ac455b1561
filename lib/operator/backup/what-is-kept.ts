import { type Instant, later, MINUTE, toSeconds } from '../../../shared/time.ts';
import { keyOf, type StoredItem } from './backup-lines.ts';

/*
 * What of the table a backup holds. All that people made, owe and are owed; the requests, webhooks and notifications that
 * were seen, so that none counts twice. Not in it, so that nobody gets in by a file, or by a copy of yesterday:
 * - sessions. One that was ended since would live again, and a token that was renewed since would be taken for a stolen
 *   one, which ends its session anyway. So everybody signs in again.
 * - the devices of those sessions. Their browsers say that they are there when they are signed in again.
 * - codes, and who is typing: over in minutes. Calls that were counted: their windows pass.
 */

export type LeftOut = 'sessions' | 'devices' | 'codes' | 'limits' | 'typing marks';

/** Why an item is in no backup; undefined for one that is. */
export function leftOutAs(item: StoredItem): LeftOut | undefined {
  const { pk, sk } = keyOf(item);
  if (pk.startsWith('USER#') && sk.startsWith('SESSION#')) return 'sessions';
  if (pk.startsWith('USER#') && sk === 'KNOWN_DEVICES') return 'devices';
  if (pk.startsWith('PUSH#') && !sk.startsWith('TOLD#')) return 'devices';
  if (pk.startsWith('CODE#')) return 'codes';
  if (pk.startsWith('LIMIT#')) return 'limits';
  if (pk.startsWith('CHAT#') && sk === 'TYPING') return 'typing marks';
  return undefined;
}

/** Nobody reads what has expired; the engine would remove it within days. */
export const isExpired = (item: StoredItem, now: Instant): boolean =>
  item.expiresAt?.N !== undefined && Number(item.expiresAt.N) <= toSeconds(now);

export const isFact = (item: StoredItem): boolean => keyOf(item).pk.startsWith('FACT#');

/** How long before a backup a fact may have been written and not be told yet. */
const UNTOLD = 60 * MINUTE;

/**
 * Whether a fact is told once more. Writing it again puts it on the bus again: so the old ones, which were told, are left out, and
 * the last ones, of which nobody knows, are written. Subscribers remember what they did, so nobody hears of those twice.
 */
export function isToldAgain(fact: StoredItem, backupAt: Instant, since?: Instant): boolean {
  const at = Number(fact.fact?.M?.at?.N ?? 0);
  return at >= (since ?? later(backupAt, -UNTOLD));
}
