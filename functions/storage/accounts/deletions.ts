import { type Cents, negative, ZERO } from '#shared/money.ts';
import { writtenOffEntry } from '#shared/rules/ledger/ledger.ts';
import type { Instant } from '#shared/time.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { removeEmailEntry } from '../auth/email-entries.ts';
import { forgetDevices } from '../auth/known-devices.ts';
import { exists } from '../conditions.ts';
import { requireNoClaim } from '../conversations/claims.ts';
import { definedSteps } from '../counters.ts';
import {
  deletionKey,
  exportKey,
  notificationSettingsKey,
  oddsKey,
  phoneKey,
  savedRepliesKey,
  userKey,
  usernameKey,
} from '../keys.ts';
import { book, checkNoPendingReversal, writeOffDebt } from '../ledger/ledger.ts';
import { publishEvent, userNamedEvent } from '../outbox.ts';
import { put, remove, type TableWriter, update } from '../table.ts';
import { decidedDeletion } from './account-deletions.ts';
import { deletionOfPersonalAttributes } from './user-attributes.ts';
import type { User } from './users.ts';

/*
 * A deletion is decided in one transaction and performed afterwards: an account with `deletedAt` is deleted for good, and the item of
 * its deletion stays due until its personal data is removed. Nothing is removed before, so a deletion that a claim prevents takes nothing
 * from the person.
 */

/**
 * Decides that a blocked account is deleted, in one transaction with its audit entry, and leaves the rest to the job from `restAt` on.
 * `debt`: the debt of the account in cents, which the platform writes off. CHANGED: the account is not blocked, or deleted
 * already; or its name, number or debt differ from what was read; or a transfer to it is being reversed, and the reversal would later
 * credit the deleted account; or a claim about one of its answers has not ended.
 */
export function decideDeletion(
  table: TableWriter,
  { id, username, phoneNumber }: User,
  {
    act,
    debt,
    restAt,
  }: { readonly act: AuditEntry; readonly debt: Cents; readonly restAt: Instant },
  now: Instant,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  return table.transact<'CHANGED' | 'BOOKED'>(
    update(
      userKey(id),
      { set: { deletedAt: now } },
      {
        when: { blockedAt: exists, deletedAt: undefined, username, phoneNumber },
        otherwise: 'CHANGED',
      },
    ),
    put(decidedDeletion(id, restAt)),
    ...(debt > ZERO
      ? [book(writtenOffEntry(id, debt), now), writeOffDebt(id, negative(debt))]
      : [checkNoPendingReversal(id)]),
    requireNoClaim(id),
    writeAuditEntry(act),
  );
}

/**
 * Removes the personal attributes of a deleted account (user-attributes.ts), its known devices, its odds, its notification settings,
 * its saved replies, the item of its deletion and the state of its data copy, in one transaction. The username and the number become
 * free. The event about the new name removes the account from the search index. The id stays in the ledger and in other people's
 * conversations. CHANGED: the account is not deleted, or another run has removed its attributes.
 */
export function forgetAccount(
  table: TableWriter,
  user: User,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const { id, username, phoneNumber } = user;
  return table.transact<'CHANGED'>(
    ...definedSteps<'CHANGED'>([
      update(userKey(id), deletionOfPersonalAttributes(id), {
        when: { deletedAt: exists, username, phoneNumber },
        otherwise: 'CHANGED',
      }),
      remove(usernameKey(username)),
      forgetDevices(id, now),
      remove(oddsKey(id)),
      remove(notificationSettingsKey(id)),
      remove(savedRepliesKey(id)),
      remove(deletionKey(id)),
      remove(exportKey(id)),
      // An unconfirmed account has no claim of its number; another account may have it.
      ...removeEmailEntry(user),
      user.verified && phoneNumber !== '' ? remove(phoneKey(phoneNumber)) : undefined,
      publishEvent(userNamedEvent(id, now)),
    ]),
  );
}
