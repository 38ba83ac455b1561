import { recordContactPress } from '#shared/api/analytics.ts';
import { sourceOf } from '#shared/rules/analytics/sources.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { viewRecorders } from '../storage/profiles/profile-views.ts';
import { isRobot, visitorOf } from './visitors.ts';

/**
 * Records that a visitor pressed the contact button of a profile: each visitor once a day, and no robots. The response is the same
 * for a profile that does not exist. The browser sends this as the page changes, so the visitor is known by address and browser.
 */
export const handler = serve(
  recordContactPress,
  async ({ id, via }, call) => {
    const { table, now, address, userAgent } = call;
    if (isRobot(userAgent)) return {};
    const owner = await userById(table, id, now);
    if (!owner || !isPublic(owner)) return {};
    const viewer = await visitorOf(id, { address, userAgent, now });
    await call.recordView({ ownerId: id, viewer, step: 'press', source: sourceOf(via) }, now);
    return {};
  },
  { gives: { ...viewRecorders, hashKey } },
);
