import type { Instant } from '../../../shared/time.ts';
import { type Act, writeAct } from '../audit.ts';
import { endingSessions } from '../auth/sessions.ts';
import { userKey } from '../keys.ts';
import { namedFact, tell } from '../outbox.ts';
import { type TableWriter, update } from '../table.ts';

/*
 * Blocking an account: one attribute of it, by which nobody signs in, pays, writes or is written to any more, and
 * nothing is paid out. The account is no longer public: every response that could show it checks the attribute, and the
 * event published with it updates the search index. What is owed stays owed.
 */

/** Blocks an account and ends all of its sessions, in one transaction with who did it. SO_ALREADY: it is blocked. */
export function blockAccount(
  table: TableWriter,
  userId: string,
  act: Act,
  now: Instant,
): Promise<'done' | 'SO_ALREADY'> {
  const ending = endingSessions(now);
  return table.transact(
    update(
      userKey(userId),
      `SET #blockedAt = :now, ${ending.change}`,
      { now, ...ending.values },
      {
        when: 'attribute_exists(#pk) AND attribute_not_exists(#blockedAt)',
        otherwise: 'SO_ALREADY',
      },
    ),
    tell(namedFact(userId, now)),
    writeAct(act),
  );
}

/** Lets an account be used again; its person signs in anew. SO_ALREADY: it is not blocked. */
export function unblockAccount(
  table: TableWriter,
  userId: string,
  act: Act,
  now: Instant,
): Promise<'done' | 'SO_ALREADY'> {
  return table.transact(
    update(
      userKey(userId),
      'REMOVE #blockedAt',
      {},
      { when: 'attribute_exists(#blockedAt)', otherwise: 'SO_ALREADY' },
    ),
    tell(namedFact(userId, now)),
    writeAct(act),
  );
}
