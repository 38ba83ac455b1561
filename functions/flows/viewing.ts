import type { viewUserProfile } from '../../shared/api/account.ts';
import { dayOf } from '../../shared/time.ts';
import { keyedHash } from '../keyed-hash.ts';
import type { Call } from '../serve.ts';
import { type View, wasCounted } from '../storage/views.ts';

/*
 * Who looks at a profile, for the number on its owner's dashboard: each viewer once a day (UTC), the owner never. The
 * number is worth less than the profile, so whatever fails here is logged and forgotten. Strangers who look within the same
 * few seconds as another one are answered by CloudFront (sharedSeconds) and are not counted.
 */

export type Viewing = Pick<
  Call<typeof viewUserProfile>,
  'table' | 'countView' | 'caller' | 'address' | 'userAgent' | 'now' | 'log'
>;

/** The view to count once the profile turned out to be there; undefined when it is not to be counted. One read at most. */
export function newView(ownerId: string, call: Viewing): Promise<View | undefined> {
  return forgiving(call, async () => {
    const { caller, table, now, userAgent } = call;
    if (caller?.userId === ownerId || (!caller && isRobot(userAgent))) return undefined;
    const view = { ownerId, viewer: await viewerOf(ownerId, call) };
    return (await wasCounted(table, view, now)) ? undefined : view;
  });
}

export async function count(view: View, call: Viewing): Promise<void> {
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
