import type { Instant } from '../../shared/time.ts';
import { userKey } from './keys.ts';
import { endingSessions } from './sessions.ts';
import { type Step, type TableWriter, update } from './table.ts';
import { stillReachedBy, type User } from './users.ts';

/**
 * A new password in the place of the one that was read, in one transaction with what proves the right to it. Every
 * session that began before is over with it, even where nobody comes to remove them one by one; `keep` goes on.
 * Of two changes at once, of the password or of the phone, one wins; the other answers `CHANGED`, or the outcome of
 * its proof.
 */
export function changePassword<Outcome extends string>(
  table: TableWriter,
  user: User,
  passwordHash: string,
  now: Instant,
  proof: Step<Outcome>,
  keep?: string,
): Promise<'done' | 'CHANGED' | Outcome> {
  const ending = endingSessions(now, keep);
  return table.transact<Outcome | 'CHANGED'>(
    proof,
    update(
      userKey(user.id),
      `SET #passwordHash = :passwordHash, ${ending.change}`,
      { passwordHash, ...ending.values },
      stillReachedBy(user, 'CHANGED'),
    ),
  );
}
