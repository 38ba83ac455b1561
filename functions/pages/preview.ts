import { systemFunctions } from '#shared/api/system-functions.ts';
import { PREVIEW_PATH } from '#shared/rendered-pages.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { subCategoryName } from '#shared/rules/profiles/categories.ts';
import { commitmentOf } from '../accounts/blocked-accounts.ts';
import { portraitAt } from '../gateways/portraits.ts';
import { type PageAnswer, servePage } from '../serve-work.ts';
import { isPublic, type User, userByCurrentOrEarlierUsername } from '../storage/accounts/users.ts';
import { drawPreview } from './preview/draw-preview.ts';
import { canBeDrawn, previewPath, type Shown } from './preview/preview-address.ts';

/** The picture of an address never changes. A day, so that the portrait of an account that is blocked disappears. */
const ONE_DAY = 'public, max-age=86400, immutable';
const SECONDS = 'public, max-age=0, s-maxage=10';

/**
 * Draws the picture of a profile for link previews, at `/preview/<username>/<version>.png`. The address of an earlier version redirects
 * to the current one. 404 if nobody has the name, or it cannot be drawn.
 */
export const handler = servePage(
  systemFunctions.drawPreview,
  async (path, { table, now, log }): Promise<PageAnswer> => {
    const [username = ''] = path.slice(PREVIEW_PATH.length).toLowerCase().split('/');
    const user = await userByCurrentOrEarlierUsername(table, username, now);
    if (!user || !isPublic(user) || !canBeDrawn(user))
      return { status: 404, cache: SECONDS, html: '' };
    const shown = shownOf(user);
    const current = previewPath(shown);
    if (path !== current) return { status: 302, cache: SECONDS, location: current };
    const portrait = await portraitAt(shown.profileImageUrl).catch((fault) => {
      log.warn('a preview was drawn without the portrait', fault as Error);
      return null;
    });
    const png = await drawPreview(shown, portrait ?? undefined);
    // A picture that misses its portrait must not stay.
    return { status: 200, cache: portrait === null ? SECONDS : ONE_DAY, png };
  },
);

function shownOf(user: User): Shown {
  const { username, fullName, avatarUrl = null } = user;
  return {
    username,
    fullName,
    profileImageUrl: avatarUrl,
    paidResponsePrice: startingPrice(user),
    paidResponseCommitment: commitmentOf(user),
    subCategoryName: subCategoryName(user.subCategoryId),
  };
}
