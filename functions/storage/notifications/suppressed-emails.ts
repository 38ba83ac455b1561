import { comparedAddress } from '#shared/rules/email/addresses.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { ifNotExpired } from '../accounts/users.ts';
import { type Key, suppressedEmailKey } from '../keys.ts';
import { hashOf } from '../limits.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from '../table.ts';

/*
 * Email addresses that get nothing after a bounce or a complaint, whichever account has them. Only the hash of an address is stored.
 */

/** BOUNCE: the mailbox does not exist. COMPLAINT: its owner marked a message as spam. */
export type Suppression = 'BOUNCE' | 'COMPLAINT';

/** After this time an address is tried again: mailboxes are opened anew. */
const RETENTION = 365 * DAY;

type SuppressedItem = Key & { readonly reason: Suppression; readonly expiresAt: number };

const keyOf = (address: string): Key => suppressedEmailKey(hashOf(comparedAddress(address)));

/** Returns why an address gets nothing; undefined if it gets emails. */
export async function suppressionOf(
  table: TableReader,
  address: string,
  now: Instant,
): Promise<Suppression | undefined> {
  return ifNotExpired(await table.get<SuppressedItem>(keyOf(address)), now)?.reason;
}

/** Sends nothing more to an address. Repeating it changes nothing. */
export async function suppress(
  table: TableWriter,
  address: string,
  reason: Suppression,
  now: Instant,
): Promise<void> {
  await table.write(
    put({ ...keyOf(address), reason, expiresAt: toSeconds(later(now, RETENTION)) }),
  );
}

/** The step that sends to an address again, because its owner has just entered a code that arrived there. */
export const endSuppression = (address: string): Step<never> => remove(keyOf(address));
