import { losesBadge, type VerifiedIdentity } from '../../shared/rules/badge.ts';
import type { Instant } from '../../shared/time.ts';
import { raiseAlert } from './alerts.ts';
import { userKey } from './keys.ts';
import { type Condition, type TableWriter, update } from './table.ts';
import type { User } from './users.ts';

/** Nobody verified another name, or took one back, since the account was read. */
export const sameIdentity = ({ identity }: User) =>
  identity ? '#identity = :readIdentity' : 'attribute_not_exists(#identity)';

/** The account is still what the badge was judged by. */
function unchanged(user: User): Condition<'CHANGED'> {
  const { fullName, licenseId, identity } = user;
  return {
    when: `#fullName = :readFullName AND #licenseId = :readPlan AND attribute_not_exists(#deletedAt) AND ${sameIdentity(user)}`,
    values: {
      ...{ readFullName: fullName, readPlan: licenseId },
      ...(identity && { readIdentity: identity }),
    },
    otherwise: 'CHANGED',
  };
}

/**
 * Writes down the name that Stripe verified, or that it vouches for none any more. A badge that goes with that stands on
 * the person's home screen. CHANGED: the account has another name, plan or identity than was read.
 */
export function saveIdentity(
  table: TableWriter,
  user: User,
  identity: VerifiedIdentity | undefined,
  now: Instant,
): Promise<'done' | 'CHANGED'> {
  const { identity: _, ...rest } = user;
  const lost = losesBadge(user, identity ? { ...rest, identity } : rest);
  const change = update(
    userKey(user.id),
    identity ? 'SET #identity = :identity' : 'REMOVE #identity',
    identity ? { identity } : {},
    unchanged(user),
  );
  return lost
    ? table.transact<'CHANGED'>(change, raiseAlert(user.id, { kind: 'BADGE_LOST' }, now))
    : table.write<'CHANGED'>(change);
}
