import { viewUserProfile } from '../../shared/api/profiles.ts';
import { Refusal } from '../../shared/refusals.ts';
import { isFull } from '../../shared/rules/conversations/availability.ts';
import { dayOf, monthOf } from '../../shared/time.ts';
import { keyedHash } from '../auth/keyed-hash.ts';
import { type Call, serve } from '../serve.ts';
import { holderOfUsername, isPublic, type User, userInMonth } from '../storage/accounts/users.ts';
import { hasAsked } from '../storage/accounts/waitlist.ts';
import { isBlock, stateOf } from '../storage/contacts/contacts.ts';
import { keyOfView, type View } from '../storage/profiles/profile-views.ts';
import { NO_SUCH_PROFILE, profileView } from './user-views.ts';

/**
 * Returns the public profile of a username or an id (docs/product/profiles.md#public-profile). A request by username is a visit
 * of the profile and counts as a view. A request by id comes from a screen of the app that needs the price, and does not count.
 */
export const handler = serve(viewUserProfile, async (input, call) => {
  const { table, now, settings } = call;
  const { username, id } = input;
  const userId = username ? (await holderOfUsername(table, username, now))?.userId : id;
  const view = userId && username ? await viewOf(userId, call) : undefined;
  const reading = { viewerId: call.caller?.userId, viewKey: view && keyOfView(view, now) };
  const found = userId ? await userInMonth(table, userId, monthOf(now), now, reading) : undefined;
  if (!found?.user || !isPublic(found.user))
    throw new Refusal('NOT_FOUND', { message: NO_SUCH_PROFILE });
  if (view && !found.wasViewed) await recordViewOrLog(view, call);
  const viewer = {
    contactState: stateOf(found.relation, now),
    blocked: isBlock(found.relation),
    blocksViewer: isBlock(found.theirs),
    asked: await asksFor(call, found.user),
  };
  return { data: [profileView(found.user, found, settings, now, viewer)] };
});

/** Whether the caller asked to be told of a place. Only somebody who is full has any. */
async function asksFor({ table, caller, now }: Call<typeof viewUserProfile>, user: User) {
  return caller !== undefined && isFull(user) && hasAsked(table, caller.userId, user.id, now);
}

/*
 * Stores the views of a profile, which its owner's dashboard counts: each viewer once a day (UTC), the owner never. An error
 * here is logged and does not fail the request. CloudFront answers anonymous requests that arrive within a few seconds of another
 * (sharedSeconds), so they are not counted.
 */

type Viewing = Pick<
  Call<typeof viewUserProfile>,
  'recordView' | 'caller' | 'address' | 'userAgent' | 'now' | 'log'
>;

/** The view to store once the profile is found; undefined if it does not count. */
function viewOf(ownerId: string, call: Viewing): Promise<View | undefined> {
  return logFailure(call, async () => {
    const { caller, userAgent } = call;
    if (caller?.userId === ownerId || (!caller && isRobot(userAgent))) return undefined;
    return { ownerId, viewer: await viewerOf(ownerId, call) };
  });
}

async function recordViewOrLog(view: View, call: Viewing): Promise<void> {
  await logFailure(call, () => call.recordView(view, call.now));
}

async function logFailure<Result>(
  { log }: Viewing,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (fault) {
    log.warn('a profile view was not counted', fault as Error);
    return undefined;
  }
}

/**
 * The id of a viewer for one profile and one day: the account, or the address and the browser if the viewer is not signed in.
 * Only a keyed hash of it is stored. The key is not in the table, so addresses cannot be found by trying all of them. The hash
 * includes the profile and the day, so a viewer cannot be tracked across profiles or days.
 */
function viewerOf(ownerId: string, { caller, address, userAgent, now }: Viewing): Promise<string> {
  const who = caller ? ['account', caller.userId] : ['visitor', address, userAgent];
  return keyedHash('profile view', ownerId, dayOf(now), ...who);
}

/**
 * Whether the user agent names a crawler or a link preview. Every browser calls itself Mozilla, and crawlers that do so too add
 * a name or a contact address. CUBOT is a brand of phones.
 */
function isRobot(userAgent: string): boolean {
  return (
    !userAgent.startsWith('Mozilla/') ||
    /(?<!\bcu)bot\b|crawl|spider|preview|lighthouse|compatible;|\+https?:/i.test(userAgent)
  );
}
