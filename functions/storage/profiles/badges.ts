import { losesBadge, type VerifiedIdentity } from '#shared/rules/profiles/badge.ts';
import type { Instant } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { User } from '../accounts/users.ts';
import type { Condition } from '../conditions.ts';
import { userKey } from '../keys.ts';
import { type TableWriter, update } from '../table.ts';

/** The condition that everything that the badge depends on is as it was read. */
const unchanged = ({ fullName, licenseId, identity }: User): Condition<User, 'CHANGED'> => ({
  when: { fullName, licenseId, deletedAt: undefined, identity },
  otherwise: 'CHANGED',
});

/**
 * Saves the identity that Stripe verified, or removes it. If the account thereby loses its badge, the home screen shows an
 * alert. CHANGED: name, plan or identity have changed since the account was read.
 */
export function saveIdentity(
  table: TableWriter,
  user: User,
  identity: VerifiedIdentity | undefined,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const { identity: _, ...rest } = user;
  const lost = losesBadge(user, identity ? { ...rest, identity } : rest);
  const change = update(userKey(user.id), { setOrRemove: { identity } }, unchanged(user));
  return lost
    ? table.transact<'CHANGED'>(change, raiseAlert(user.id, { kind: 'BADGE_LOST' }, now))
    : table.write<'CHANGED'>(change);
}
