import { losesBadge } from '#shared/rules/profiles/badge.ts';
import { PROFILE_FIELD_NAMES, type Profile } from '#shared/rules/profiles/profile-fields.ts';
import type { Theme } from '#shared/rules/profiles/themes.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { User } from '../accounts/users.ts';
import { requireLiveSession, sessionEndUpdate } from '../auth/sessions.ts';
import { userKey, usernameKey } from '../keys.ts';
import { listingChangedEvent, publishEvent, userNamedEvent } from '../outbox.ts';
import { type Condition, put, type Step, type TableWriter, update } from '../table.ts';
import { sameIdentity } from './badges.ts';

/*
 * Changes of a person's own profile. A new username is claimed, and the claim of the old one becomes a signpost: it leads to
 * the account for a while, and in that time only its former owner can claim the name again.
 */

/** How long the old username leads to the account. Afterwards anybody can claim it. */
export const EARLIER_USERNAME_TIME = 90 * DAY;

export type ProfileSaved = 'done' | 'USERNAME_TAKEN' | 'SESSION_OVER' | 'CHANGED';
type Failed = Exclude<ProfileSaved, 'done'>;

/**
 * Saves a profile if it did not change since it was read. A new username is saved with its claims in one transaction and ends
 * every session of the account; it requires that the caller's session is live. CHANGED: the profile was saved in the
 * meantime, mostly by the same person in another window; nothing was written.
 */
export function saveProfile(
  table: TableWriter,
  user: User,
  profile: Profile,
  sessionId: string,
  now: Instant,
): Promise<ProfileSaved> {
  const renamed = profile.username !== user.username;
  const named = renamed || profile.fullName !== user.fullName;
  const change = changeOf(user, profile, renamed ? sessionEndUpdate(now) : undefined);
  if (!named)
    return isFoundAlike(user, profile)
      ? table.write<Failed>(change)
      : table.transact<Failed>(change, publishEvent(listingChangedEvent(user.id, now)));
  const lost = losesBadge(user, { ...user, fullName: profile.fullName });
  return table.transact<Failed>(
    ...(renamed ? renameSteps(user, profile.username, sessionId, now) : []),
    change,
    publishEvent(userNamedEvent(user.id, now)),
    ...(lost ? [raiseAlert(user.id, { kind: 'BADGE_LOST' }, now)] : []),
  );
}

/** Whether no attribute changes by which people find the account. An absent field stays as it is. */
const isFoundAlike = (user: User, profile: Profile): boolean =>
  PROFILE_FIELD_NAMES.every(
    (name) => profile[name] === undefined || profile[name] === (user[name] ?? ''),
  );

function changeOf(
  user: User,
  profile: Profile,
  ending?: ReturnType<typeof sessionEndUpdate>,
): Step<'CHANGED'> {
  const sets = [
    // An absent field stays as it is.
    ...PROFILE_FIELD_NAMES.filter((name) => profile[name] !== undefined).map(
      (name) => `#${name} = :${name}`,
    ),
    ...(ending ? [ending.change] : []),
  ];
  return update(
    userKey(user.id),
    `SET ${sets.join(', ')}`,
    { ...profile, ...ending?.values },
    unchanged(user),
  );
}

/**
 * The condition that the profile and the verified identity are as they were read. The caller deletes the pictures of the old
 * bio afterwards, and decided from the identity whether the badge is lost.
 */
function unchanged(user: User): Condition<'CHANGED'> {
  const { username, fullName, bio, identity } = user;
  const same = [
    '#username = :readName AND #fullName = :readFullName AND #bio = :readBio',
    sameIdentity(user),
  ];
  return {
    when: same.join(' AND '),
    values: {
      readName: username,
      readFullName: fullName,
      readBio: bio,
      ...(identity && { readIdentity: identity }),
    },
    otherwise: 'CHANGED',
  };
}

/** The steps that claim the new name, let the claim of the old one expire later, and require a live session. */
function renameSteps(
  user: User,
  username: string,
  sessionId: string,
  now: Instant,
): Step<Failed>[] {
  const earlierClaim = {
    userId: user.id,
    signpost: true,
    expiresAt: toSeconds(later(now, EARLIER_USERNAME_TIME)),
  };
  return [
    requireLiveSession(user, sessionId, now),
    put(
      { ...usernameKey(username), userId: user.id },
      {
        when: 'attribute_not_exists(#pk) OR #expiresAt <= :seconds OR (#userId = :userId AND #signpost = :yes)',
        values: { seconds: toSeconds(now), userId: user.id, yes: true },
        otherwise: 'USERNAME_TAKEN',
      },
    ),
    put(
      { ...usernameKey(user.username), ...earlierClaim },
      {
        when: '#userId = :userId AND attribute_not_exists(#signpost)',
        values: { userId: user.id },
        otherwise: 'CHANGED',
      },
    ),
  ];
}

/**
 * Saves the address of a new portrait, and the address of the one that it replaces. CHANGED: the account has another portrait than
 * the one that was read, or was blocked or deleted.
 */
export function saveAvatar(
  table: TableWriter,
  user: User,
  avatarUrl: string,
): Promise<'done' | 'CHANGED'> {
  const same = sameAvatar(user);
  const { avatarUrl: replaced } = user;
  return table.write(
    update(
      userKey(user.id),
      replaced === undefined
        ? 'SET #avatarUrl = :avatarUrl'
        : 'SET #avatarUrl = :avatarUrl, #formerAvatarUrl = :replaced',
      { avatarUrl, ...(replaced !== undefined && { replaced }) },
      { ...same, when: `${same.when} AND attribute_not_exists(#blockedAt)` },
    ),
  );
}

/** The condition that an account shows the portrait that was read, and that it replaced the same one. */
function sameAvatar({ avatarUrl, formerAvatarUrl }: User) {
  const is = (name: string, read: string | undefined) =>
    read === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}Read`;
  return {
    when: `attribute_exists(#pk) AND ${is('avatarUrl', avatarUrl)} AND ${is('formerAvatarUrl', formerAvatarUrl)}`,
    values: {
      ...(avatarUrl !== undefined && { avatarUrlRead: avatarUrl }),
      ...(formerAvatarUrl !== undefined && { formerAvatarUrlRead: formerAvatarUrl }),
    },
    otherwise: 'CHANGED' as const,
  };
}

/** Replaces all five social links. */
export function saveSocials(
  table: TableWriter,
  userId: string,
  socials: NonNullable<User['socials']>,
): Promise<'done' | 'GONE'> {
  return table.write(
    update(
      userKey(userId),
      'SET #socials = :socials',
      { socials },
      { when: 'attribute_exists(#pk)', otherwise: 'GONE' },
    ),
  );
}

/** Saves the theme of a person's account, which applies on every device. */
export function saveTheme(
  table: TableWriter,
  userId: string,
  theme: Theme,
): Promise<'done' | 'GONE'> {
  return table.write(
    update(
      userKey(userId),
      'SET #theme = :theme',
      { theme },
      { when: 'attribute_exists(#pk)', otherwise: 'GONE' },
    ),
  );
}

/** The step that empties the bio of a profile. CHANGED: it is not the one that was read. */
export const bioRemoval = ({ id, bio }: User): Step<'CHANGED'> =>
  update(
    userKey(id),
    'SET #bio = :empty',
    { empty: '' },
    { when: '#bio = :read', values: { read: bio }, otherwise: 'CHANGED' },
  );

/** The step that removes the portrait of a profile, and keeps its address as the former one. CHANGED: it is not the one that was read. */
export const avatarRemoval = (user: User): Step<'CHANGED'> =>
  update(
    userKey(user.id),
    'SET #formerAvatarUrl = :removed REMOVE #avatarUrl',
    { removed: user.avatarUrl },
    sameAvatar(user),
  );
