import { systemFunctions } from '../../shared/api/system-functions.ts';
import { webApp } from '../gateways/web-app.ts';
import { notFoundPreview, profilePreview, withPreview } from '../profiles/profile-page.ts';
import { profileView } from '../profiles/user-views.ts';
import { servePage } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { isPublic, userByCurrentOrEarlierUsername } from '../storage/accounts/users.ts';

/**
 * How long CloudFront may cache the page; browsers revalidate each time. Seconds are enough for a link that many open at
 * once. Longer would show an account that was blocked, or whose name another account has taken.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10';

/**
 * Serves the web app at the address of a profile (docs/product/profiles.md#public-profile), with a preview of the profile
 * in its head. An unknown username is 404; a former username redirects to the current one while it is reserved. The app
 * loads the profile with a call of its own, which counts as a view; this request does not.
 */
export const handler = servePage(systemFunctions.profilePage, async (name, work) => {
  const document = await webApp(work.now);
  try {
    const user = await userByCurrentOrEarlierUsername(work.table, name.toLowerCase(), work.now);
    if (!user || !isPublic(user))
      return { status: 404, cache: CACHE_CONTROL, html: withPreview(document, notFoundPreview()) };
    if (user.username !== name.toLowerCase())
      return { status: 302, cache: CACHE_CONTROL, location: `/${user.username}` };
    const profile = profileView(user, 0, settings());
    const html = withPreview(document, profilePreview(profile, settings().origin));
    return { status: 200, cache: CACHE_CONTROL, html };
  } catch (fault) {
    // Without the preview the app still works: it loads the profile itself and can try again.
    work.log.error('fault', fault as Error);
    return { status: 200, cache: 'no-store', html: document };
  }
});
