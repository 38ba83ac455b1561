import type { Instant } from '../../shared/time.ts';
import { userKey } from './keys.ts';
import { type Step, type TableWriter, update } from './table.ts';
import type { User } from './users.ts';

/**
 * A new password in the place of the one that was read, in one transaction with what proves the right to it. Every
 * session that began before is over with it (`sessionsSince`), even where nobody comes to remove them one by one.
 * Of two changes at once one wins; the other answers `CHANGED`, or the outcome of its proof.
 */
export function changePassword<Outcome extends string>(
  table: TableWriter,
  { id, passwordHash: before }: User,
  passwordHash: string,
  now: Instant,
  proof: Step<Outcome>,
): Promise<'done' | 'CHANGED' | Outcome> {
  return table.transact<Outcome | 'CHANGED'>(
    proof,
    update(
      userKey(id),
      'SET #passwordHash = :passwordHash, #sessionsSince = :now',
      { passwordHash, now },
      { when: '#passwordHash = :before', values: { before }, otherwise: 'CHANGED' },
    ),
  );
}
