import { viewUserProfile } from '#shared/api/profiles.ts';
import { Refusal } from '#shared/refusals.ts';
import { sourceOf } from '#shared/rules/analytics/sources.ts';
import { isFull } from '#shared/rules/conversations/availability.ts';
import { monthOf } from '#shared/time.ts';
import { hashKey } from '../gateways/secrets.ts';
import { type Call, serve } from '../serve.ts';
import { holderOfUsername, isPublic, type User, userInMonth } from '../storage/accounts/users.ts';
import { hasAsked } from '../storage/accounts/waitlist.ts';
import { termsOf } from '../storage/contacts/contact-prices.ts';
import { isBlock, stateOf } from '../storage/contacts/contacts.ts';
import { keyOfView, type View, viewRecorders } from '../storage/profiles/profile-views.ts';
import { NO_SUCH_PROFILE, type ProfileView, profileView } from './user-views.ts';
import { isRobot, visitorOf } from './visitors.ts';

/**
 * Returns the public profile of a username or an id (docs/product/profiles.md#public-profile). A request by username is a visit
 * of the profile and counts as a view. A request by id comes from a screen of the app that needs the price, and does not count.
 */
export const handler = serve(
  viewUserProfile,
  async (input, call) => {
    const { table, now, settings } = call;
    const { username, id, via } = input;
    const userId = username ? (await holderOfUsername(table, username, now))?.userId : id;
    const visit = userId && username ? await visitOf(userId, call) : undefined;
    const reading = { viewerId: call.caller?.userId, viewKey: visit && keyOfView(visit, now) };
    const found = userId ? await userInMonth(table, userId, monthOf(now), now, reading) : undefined;
    if (!found?.user || !isPublic(found.user))
      throw new Refusal('NOT_FOUND', { message: NO_SUCH_PROFILE });
    const viewer = {
      contactState: stateOf(found.relation, now),
      blocked: isBlock(found.relation),
      blocksViewer: isBlock(found.theirs),
      asked: await asksFor(call, found.user),
      plan: call.caller?.plan,
      given: termsOf(found.relation),
      received: termsOf(found.theirs),
    };
    const profile = profileView(found.user, found, settings, now, viewer);
    const price = isPriceOfAll(profile) ? profile.paidResponsePrice : undefined;
    if (visit && !found.wasViewed)
      await recordViewOrLog({ ...visit, source: sourceOf(via), price }, call);
    return { data: [profile] };
  },
  { gives: { ...viewRecorders, hashKey } },
);

/** Whether the viewer can write for the price that everybody sees, so that it counts in the owner's analytics. */
const isPriceOfAll = ({ active, tiers, yourPrice }: ProfileView) =>
  active && !tiers && yourPrice === undefined;

/** Whether the caller asked to be notified of a free place. Only a person whose cap is reached has such a list. */
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

/** The visitor of a profile; undefined if the visit does not count. */
function visitOf(ownerId: string, call: Viewing) {
  return logFailure(call, async () => {
    const { caller, userAgent } = call;
    if (caller?.userId === ownerId || (!caller && isRobot(userAgent))) return undefined;
    return { ownerId, step: 'view' as const, viewer: await visitorOf(ownerId, call) };
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
