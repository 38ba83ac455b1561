import type { Input } from '#shared/api/operation.ts';
import { updateUserProfile } from '#shared/api/profile-changes.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { invalidInput, REFUSALS, Refusal } from '#shared/refusals.ts';
import { newUsernameFault } from '#shared/rules/accounts/accounts.ts';
import { isReservedUsername } from '#shared/rules/accounts/usernames.ts';
import { profileOf } from '#shared/rules/profiles/profile-fields.ts';
import { DAY, type Instant, SECOND } from '#shared/time.ts';
import { refuseBlockedAccount } from '../accounts/blocked-accounts.ts';
import type { Caller } from '../auth/tokens.ts';
import { type Live, live } from '../gateways/live.ts';
import { type Media, media } from '../gateways/media.ts';
import { publishEndedSession } from '../live/publish.ts';
import type { Logger } from '../log.ts';
import { serve } from '../serve.ts';
import { holderOfUsername, type User, userById } from '../storage/accounts/users.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { countCall } from '../storage/limits.ts';
import { saveProfile } from '../storage/profiles/profiles.ts';
import type { TableWriter } from '../storage/table.ts';
import { drawBio, removeBioPictures } from './bio-pictures.ts';
import { userView } from './user-views.ts';

/**
 * Changes the caller's profile (docs/product/profiles.md#editing-the-profile). A new username ends every session of the
 * account: the person signs in again with it, and the old username leads to the account for 90 days.
 */
export const handler = serve(
  updateUserProfile,
  async (form, call) => ({
    data: [userView(await saveOwnProfile(form, call), call.settings, call.now)],
  }),
  { gives: { media, live } },
);

type Form = Input<typeof updateUserProfile>;
type Context = {
  readonly table: TableWriter;
  readonly media: Media;
  readonly live: Live;
  readonly caller: Caller;
  readonly log: Logger;
  readonly now: Instant;
};

/**
 * The limit of username changes. Each old name is reserved for 90 days, so unlimited changes would let a person collect names.
 * A few are allowed to correct a mistake.
 */
const RENAMES_MAX = 5;
const RENAMES_WITHIN = 30 * DAY;

/** If two windows save concurrently, the second one reads the account again and overwrites the first. */
const TRIES = 3;

/**
 * Saves a profile and returns the changed account. It stores new pictures of the bio, changes the account, and then deletes the
 * pictures that are no longer shown. Refuses with USERNAME_TAKEN, and with UNAUTHENTICATED if a concurrent change of the
 * username ended the session.
 */
async function saveOwnProfile(form: Form, means: Context): Promise<User> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const saved = await tryToSave(form, means, attempt === 1);
    if (saved) return saved;
  }
  throw new Refusal('UNAVAILABLE');
}

/**
 * Undefined if the profile was saved concurrently. `isFirst`: a change of the username is counted only in the first attempt.
 */
async function tryToSave(form: Form, means: Context, isFirst: boolean): Promise<User | undefined> {
  const { table, caller, now } = means;
  const user = await userById(table, caller.userId, now);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  refuseBlockedAccount(user);
  const renamed = form.username !== user.username;
  if (renamed) await refuseTakenUsername(form.username, user, means);
  const bio = await drawBio(form.userBio, user, means);
  const profile = { ...profileOf(form), bio: bio.html };
  const tooOften = renamed && isFirst ? await countRename(user, means) : undefined;
  const outcome = tooOften ?? (await saveProfile(table, user, profile, caller.sessionId, now));
  await removeBioPictures(means, outcome === 'done' ? bio.left : bio.stored);
  if (outcome instanceof Refusal) throw outcome;
  if (outcome === 'USERNAME_TAKEN') throw taken();
  if (outcome === 'SESSION_OVER') throw new Refusal('UNAUTHENTICATED');
  if (outcome === 'CHANGED') return undefined;
  if (renamed) {
    await endAllSessions(table, user.id);
    await publishEndedSession(means, user.id, null);
  }
  return { ...user, ...profile };
}

/** Refuses a name that is reserved or belongs to another account. */
async function refuseTakenUsername(
  username: string,
  user: User,
  { table, now }: Context,
): Promise<void> {
  if (user.username === SUPPORT_USERNAME)
    throw invalidInput({ username: 'This account keeps its username' });
  const fault = newUsernameFault(username);
  if (fault) throw invalidInput({ username: fault });
  if (isReservedUsername(username)) throw taken();
  const holder = await holderOfUsername(table, username, now);
  if (holder && holder.userId !== user.id) throw taken();
}

/** Counts a change of the username that is otherwise allowed; returns the refusal if there were too many. */
async function countRename({ id }: User, { table, now }: Context): Promise<Refusal | undefined> {
  const retryAfter = await countCall(table, {
    what: `rename:${id}`,
    max: RENAMES_MAX,
    within: RENAMES_WITHIN / SECOND,
    now,
  });
  if (retryAfter === undefined) return undefined;
  const message = 'A username can change five times in 30 days. Please keep this one for now.';
  return new Refusal('TOO_MANY_REQUESTS', { message, fields: { username: message }, retryAfter });
}

const taken = () =>
  new Refusal('USERNAME_TAKEN', { fields: { username: REFUSALS.USERNAME_TAKEN.sentence } });
