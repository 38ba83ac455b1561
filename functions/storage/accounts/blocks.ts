import type { Instant } from '#shared/time.ts';
import { type AuditEntry, writeAuditEntry } from '../audit.ts';
import { sessionEnd } from '../auth/sessions.ts';
import { exists } from '../conditions.ts';
import { closeMailboxes, openMailboxes } from '../conversations/list-counters.ts';
import { userKey } from '../keys.ts';
import { publishEvent, userNamedEvent } from '../outbox.ts';
import { type Step, type TableWriter, update } from '../table.ts';

/*
 * Blocks of accounts. A block is one attribute of the account: nobody can sign in, pay, or send and receive messages with
 * the account, and it gets no payouts. The account is no longer public: every response that could show it checks the
 * attribute, and the event published with it updates the search index. Amounts owed to it stay owed.
 */

/**
 * Blocks an account and ends all its sessions, in one transaction with the audit entry and the steps `beside`. SO_ALREADY: it is
 * blocked already.
 */
export function blockAccount<Outcome extends string = never>(
  table: TableWriter,
  userId: string,
  act: AuditEntry,
  now: Instant,
  beside: readonly Step<Outcome>[] = [],
): Promise<'done' | 'SO_ALREADY' | Outcome> {
  return table.transact<'SO_ALREADY' | Outcome>(
    ...beside,
    update(
      userKey(userId),
      { set: { blockedAt: now, ...sessionEnd(now) } },
      { when: { pk: exists, blockedAt: undefined }, otherwise: 'SO_ALREADY' },
    ),
    ...closeMailboxes(userId, now),
    publishEvent(userNamedEvent(userId, now)),
    writeAuditEntry(act),
  );
}

/**
 * Unblocks an account, in one transaction with the audit entry and the steps `beside`; the person has to sign in again.
 * SO_ALREADY: it is not blocked, or it was deleted meanwhile.
 */
export function unblockAccount<Outcome extends string = never>(
  table: TableWriter,
  userId: string,
  act: AuditEntry,
  now: Instant,
  beside: readonly Step<Outcome>[] = [],
): Promise<'done' | 'SO_ALREADY' | Outcome> {
  return table.transact<'SO_ALREADY' | Outcome>(
    ...beside,
    update(
      userKey(userId),
      { remove: ['blockedAt'] },
      { when: { blockedAt: exists, deletedAt: undefined }, otherwise: 'SO_ALREADY' },
    ),
    ...openMailboxes(userId),
    publishEvent(userNamedEvent(userId, now)),
    writeAuditEntry(act),
  );
}
