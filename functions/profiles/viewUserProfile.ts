import { viewUserProfile } from '../../shared/api/profiles.ts';
import { Refusal } from '../../shared/refusals.ts';
import { dayOf, monthOf } from '../../shared/time.ts';
import { keyedHash } from '../auth/keyed-hash.ts';
import { type Call, serve } from '../serve.ts';
import { holderOfUsername, isPublic, userInMonth } from '../storage/accounts/users.ts';
import { stateOf } from '../storage/contacts/contacts.ts';
import { type View, wasCounted } from '../storage/profiles/profile-views.ts';
import { profileView } from './user-views.ts';

const NO_SUCH_PROFILE = "The account you are looking for wasn't found.";

/**
 * The public profile behind a username or an id (docs/product/profiles.md#public-profile). By username it is somebody's look at
 * the profile and counts as a view; by id it is a screen of the app that needs the price, and does not.
 */
export const handler = serve(viewUserProfile, async (input, call) => {
  const { table, now, settings } = call;
  const { username, id } = input;
  const userId = username ? (await holderOfUsername(table, username, now))?.userId : id;
  const [found, view] = userId
    ? await Promise.all([
        userInMonth(table, userId, monthOf(now), now, call.caller?.userId),
        username ? newView(userId, call) : undefined,
      ])
    : [];
  if (!found?.user || !isPublic(found.user))
    throw new Refusal('NOT_FOUND', { message: NO_SUCH_PROFILE });
  if (view) await count(view, call);
  return {
    data: [profileView(found.user, found.reserved, settings, stateOf(found.relation, now))],
  };
});

/*
 * Who looks at a profile, for the number on its owner's dashboard: each viewer once a day (UTC), the owner never. The
 * number is worth less than the profile, so whatever fails here is logged and forgotten. Strangers who look within the same
 * few seconds as another one are answered by CloudFront (sharedSeconds) and are not counted.
 */

type Viewing = Pick<
  Call<typeof viewUserProfile>,
  'table' | 'countView' | 'caller' | 'address' | 'userAgent' | 'now' | 'log'
>;

/** The view to count once the profile turned out to be there; undefined when it is not to be counted. One read at most. */
function newView(ownerId: string, call: Viewing): Promise<View | undefined> {
  return forgiving(call, async () => {
    const { caller, table, now, userAgent } = call;
    if (caller?.userId === ownerId || (!caller && isRobot(userAgent))) return undefined;
    const view = { ownerId, viewer: await viewerOf(ownerId, call) };
    return (await wasCounted(table, view, now)) ? undefined : view;
  });
}

async function count(view: View, call: Viewing): Promise<void> {
  await forgiving(call, () => call.countView(view, call.now));
}

async function forgiving<Result>(
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
 * A viewer's name for one profile and one day: the account, or for whoever is not signed in the address with the
 * browser behind it. Only a keyed hash of it is stored. The key is in no table, so the addresses there are cannot be
 * tried one by one; profile and day are in it, so nobody can be followed from profile to profile or day to day.
 */
function viewerOf(ownerId: string, { caller, address, userAgent, now }: Viewing): Promise<string> {
  const who = caller ? ['account', caller.userId] : ['visitor', address, userAgent];
  return keyedHash('profile view', ownerId, dayOf(now), ...who);
}

/**
 * Crawlers and link previews, as far as they say so. Every browser calls itself Mozilla, and of those that do, robots
 * add a name or an address to complain to. CUBOT makes phones.
 */
function isRobot(userAgent: string): boolean {
  return (
    !userAgent.startsWith('Mozilla/') ||
    /(?<!\bcu)bot\b|crawl|spider|preview|lighthouse|compatible;|\+https?:/i.test(userAgent)
  );
}
