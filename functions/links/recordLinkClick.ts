import { recordLinkClick } from '#shared/api/link-clicks.ts';
import { isVisible } from '#shared/rules/links/link-visibility.ts';
import { hashKey } from '../gateways/secrets.ts';
import { isRobot, visitorOf } from '../profiles/visitors.ts';
import { serve } from '../serve.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { linksOf } from '../storage/links/links.ts';
import { viewRecorders } from '../storage/profiles/profile-views.ts';

/**
 * Records that a visitor opened a link of a profile: each visitor once a day and link, and no robots. The response is the same for a
 * link that does not exist or is not visible. The browser sends this as the page changes, so the visitor is known by address and
 * browser.
 */
export const handler = serve(
  recordLinkClick,
  async ({ id, linkId }, call) => {
    const { table, now, address, userAgent } = call;
    if (isRobot(userAgent)) return {};
    const [owner, links] = await Promise.all([
      userById(table, id, now),
      linksOf(table, id, 'eventual'),
    ]);
    const link = links.find((one) => one.id === linkId);
    if (!owner || !isPublic(owner) || !link || !isVisible(link.visibility, now)) return {};
    const viewer = await visitorOf(id, { address, userAgent, now });
    await call.recordClick({ ownerId: id, viewer, linkId }, now);
    return {};
  },
  { gives: { ...viewRecorders, hashKey } },
);
