import type { Instant } from '../../shared/time.ts';
import { type Act, writeAct } from './audit.ts';
import { present } from './counters.ts';
import { namedFact, tell } from './facts.ts';
import { phoneKey, userKey, usernameKey } from './keys.ts';
import { remove, type TableWriter, update } from './table.ts';
import type { User } from './users.ts';

/** What stands in the place of a name. */
export const DELETED_NAME = 'Deleted account';

/**
 * Forgets who an account was of, in one transaction with who did it: name, phone, portrait, bio, card, password. Its username and its number are free
 * for others. It is public no more, so whoever hears that it has another name takes it out of the search. Its id stays in
 * the ledger and in other people's conversations. CHANGED: it is not blocked, or has another name or number than was read.
 */
export function forgetAccount(
  table: TableWriter,
  user: User,
  act: Act,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const { id, username, phoneNumber } = user;
  const gone = ['avatarUrl', 'socials', 'card', 'categoryId', 'subCategoryId'];
  return table.transact<'CHANGED'>(
    ...present<'CHANGED'>([
      update(
        userKey(id),
        `SET #fullName = :name, #username = :nobody, #phoneNumber = :none, #passwordHash = :none, #bio = :none, #verified = :no, #trusted = :no, #deletedAt = :now REMOVE ${gone.map((one) => `#${one}`).join(', ')}`,
        { name: DELETED_NAME, nobody: `deleted.${id.toLowerCase()}`, none: '', no: false, now },
        {
          when: 'attribute_exists(#blockedAt) AND #username = :username AND #phoneNumber = :phoneNumber',
          values: { username, phoneNumber },
          otherwise: 'CHANGED',
        },
      ),
      remove(usernameKey(username)),
      phoneNumber === '' ? undefined : remove(phoneKey(phoneNumber)),
      tell(namedFact(id, now)),
      writeAct(act),
    ]),
  );
}
