import { losesBadge } from '#shared/rules/profiles/badge.ts';
import { PROFILE_FIELD_NAMES, type Profile } from '#shared/rules/profiles/profile-fields.ts';
import { OPTIONAL_PUBLIC_TEXTS, type StoredTexts } from '#shared/rules/profiles/profile-texts.ts';
import type { Theme } from '#shared/rules/profiles/themes.ts';
import { DAY, type Instant, later, toSeconds } from '#shared/time.ts';
import { raiseAlert } from '../accounts/alerts.ts';
import type { Claim, User } from '../accounts/users.ts';
import { requireLiveSession, sessionEnd } from '../auth/sessions.ts';
import { atMost, type Condition, exists, type Match } from '../conditions.ts';
import { type Key, userKey, usernameKey } from '../keys.ts';
import { listingChangedEvent, publishEvent, userNamedEvent } from '../outbox.ts';
import { put, type Step, type TableWriter, update } from '../table.ts';

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
  const change = changeOf(user, profile, renamed ? sessionEnd(now) : {});
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
  ending: Partial<ReturnType<typeof sessionEnd>>,
): Step<'CHANGED'> {
  // An absent field stays as it is.
  return update(userKey(user.id), { set: { ...profile, ...ending } }, unchanged(user));
}

/**
 * The condition that the profile and the verified identity are as they were read. The caller deletes the pictures of the old
 * bio afterwards, and decided from the identity whether the badge is lost.
 */
const unchanged = ({ username, fullName, bio, identity }: User): Condition<User, 'CHANGED'> => ({
  when: { username, fullName, bio, identity },
  otherwise: 'CHANGED',
});

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
    put(claim(username, { userId: user.id }), {
      when: [
        { pk: undefined },
        { expiresAt: atMost(toSeconds(now)) },
        { userId: user.id, signpost: true },
      ],
      otherwise: 'USERNAME_TAKEN',
    }),
    put(claim(user.username, earlierClaim), {
      when: { userId: user.id, signpost: undefined },
      otherwise: 'CHANGED',
    }),
  ];
}

const claim = (username: string, fields: Claim): Key & Claim => ({
  ...usernameKey(username),
  ...fields,
});

/**
 * Saves the address of a new portrait, and the address of the one that it replaces. CHANGED: the account has another portrait than
 * the one that was read, or was blocked or deleted.
 */
export function saveAvatar(
  table: TableWriter,
  user: User,
  avatarUrl: string,
): Promise<'done' | 'CHANGED'> {
  return table.write(
    update(
      userKey(user.id),
      { set: { avatarUrl, formerAvatarUrl: user.avatarUrl } },
      { when: { ...avatarAsRead(user), blockedAt: undefined }, otherwise: 'CHANGED' },
    ),
  );
}

/** The account shows the portrait that was read, which replaced the same one: for conditions. */
const avatarAsRead = ({ avatarUrl, formerAvatarUrl }: User): Match<User> => ({
  pk: exists,
  avatarUrl,
  formerAvatarUrl,
});

/** Replaces all five social links. */
export function saveSocials(
  table: TableWriter,
  userId: string,
  socials: NonNullable<User['socials']>,
): Promise<'done' | 'GONE'> {
  return table.write(
    update(userKey(userId), { set: { socials } }, { when: { pk: exists }, otherwise: 'GONE' }),
  );
}

/** Saves the theme of a person's account, which applies on every device. */
export function saveTheme(
  table: TableWriter,
  userId: string,
  theme: Theme,
): Promise<'done' | 'GONE'> {
  return table.write(
    update(userKey(userId), { set: { theme } }, { when: { pk: exists }, otherwise: 'GONE' }),
  );
}

/** Whether a profile has a text besides the names, which nobody removes. */
export const hasPublicText = (user: User): boolean =>
  user.bio !== '' || OPTIONAL_PUBLIC_TEXTS.some((name) => user[name]);

/** The step that removes the texts of a profile besides the names. CHANGED: they are not those that were read. */
export function publicTextRemoval(user: User): Step<'CHANGED'> {
  const read = OPTIONAL_PUBLIC_TEXTS.map((name) => [name, user[name]]);
  const optional: Partial<StoredTexts> = Object.fromEntries(read);
  return update(
    userKey(user.id),
    { set: { bio: '' }, remove: OPTIONAL_PUBLIC_TEXTS },
    { when: { bio: user.bio, ...optional }, otherwise: 'CHANGED' },
  );
}

/** The step that removes the portrait of a profile, and keeps its address as the former one. CHANGED: it is not the one that was read. */
export const avatarRemoval = (user: User): Step<'CHANGED'> =>
  update(
    userKey(user.id),
    { set: { formerAvatarUrl: user.avatarUrl }, remove: ['avatarUrl'] },
    { when: avatarAsRead(user), otherwise: 'CHANGED' },
  );
