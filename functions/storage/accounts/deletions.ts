import { type Cents, negative, ZERO } from '../../../shared/money.ts';
import { writtenOffEntry } from '../../../shared/rules/ledger/ledger.ts';
import type { Instant } from '../../../shared/time.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { forgetDevices } from '../auth/known-devices.ts';
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
import { remove, type TableWriter, update } from '../table.ts';
import { deletionOfPersonalAttributes } from './user-attributes.ts';
import type { User } from './users.ts';

/**
 * Deletes the personal attributes of an account (user-attributes.ts), its known devices, its odds, its notification
 * settings, its saved replies, the request of its deletion and the state of its data copy, in one transaction with its audit
 * entry. The username and the number become free. The event about the new name removes the account from the search index. The
 * id stays in the ledger and in other people's conversations. `debt`: the debt of the account in cents, which the platform
 * writes off. CHANGED: the account is not blocked; or its name, number or debt differ from what was read; or a transfer to it is
 * being reversed, and the reversal would later credit the deleted account; or a claim about one of its answers has not ended.
 */
export function forgetAccount(
  table: TableWriter,
  user: User,
  act: AuditEntry,
  debt: Cents,
  now: Instant,
): Promise<'done' | 'CHANGED' | 'BOOKED'> {
  const { id, username, phoneNumber } = user;
  const personal = deletionOfPersonalAttributes(id);
  return table.transact<'CHANGED' | 'BOOKED'>(
    ...definedSteps<'CHANGED' | 'BOOKED'>([
      update(
        userKey(id),
        `SET ${personal.set}, #deletedAt = :now REMOVE ${personal.remove}`,
        { ...personal.values, now },
        {
          when: 'attribute_exists(#blockedAt) AND #username = :readName AND #phoneNumber = :readPhone',
          values: { readName: username, readPhone: phoneNumber },
          otherwise: 'CHANGED',
        },
      ),
      remove(usernameKey(username)),
      forgetDevices(id, now),
      remove(oddsKey(id)),
      remove(notificationSettingsKey(id)),
      remove(savedRepliesKey(id)),
      remove(deletionKey(id)),
      remove(exportKey(id)),
      // An unconfirmed account has no claim of its number; another account may have it.
      user.verified && phoneNumber !== '' ? remove(phoneKey(phoneNumber)) : undefined,
      ...(debt > ZERO
        ? [book(writtenOffEntry(id, debt), now), writeOffDebt(id, negative(debt))]
        : [checkNoPendingReversal(id)]),
      requireNoClaim(id),
      publishEvent(userNamedEvent(id, now)),
      writeAuditEntry(act),
    ]),
  );
}
