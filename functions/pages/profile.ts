import { systemFunctions } from '../../shared/api/system-functions.ts';
import { webApp } from '../gateways/web-app.ts';
import { nobodysPreview, profilePreview, withPreview } from '../profiles/profile-page.ts';
import { profileView } from '../profiles/user-views.ts';
import { servePage } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { isPublic, userLedToBy } from '../storage/accounts/users.ts';

/**
 * How long CloudFront may cache the page; browsers revalidate each time. Seconds are enough for a link that many open at
 * once. Longer would show an account that was blocked, or whose name another account has taken.
 */
const FOR_A_MOMENT = 'public, max-age=0, s-maxage=10';

/**
 * The web app at somebody's address (docs/product/profiles.md#public-profile), with a head that says whose it is. An
 * address that is nobody's is 404, and an old name leads to the new one for as long as the name is kept for it. What
 * the page shows it asks for itself: that call counts as a view, this one does not.
 */
export const handler = servePage(systemFunctions.profilePage, async (name, work) => {
  const document = await webApp(work.now);
  try {
    const user = await userLedToBy(work.table, name.toLowerCase(), work.now);
    if (!user || !isPublic(user))
      return { status: 404, cache: FOR_A_MOMENT, html: withPreview(document, nobodysPreview()) };
    if (user.username !== name.toLowerCase())
      return { status: 302, cache: FOR_A_MOMENT, location: `/${user.username}` };
    const profile = profileView(user, 0, settings());
    const html = withPreview(document, profilePreview(profile, settings().origin));
    return { status: 200, cache: FOR_A_MOMENT, html };
  } catch (fault) {
    // The preview is worth less than the page: the app is answered, asks for the profile itself, and can try again.
    work.log.error('fault', fault as Error);
    return { status: 200, cache: 'no-store', html: document };
  }
});
