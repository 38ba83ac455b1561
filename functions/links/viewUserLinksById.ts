import { viewUserLinksById } from '#shared/api/links.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { linksOf } from '../storage/links/links.ts';
import { visibleLinkViews } from './link-views.ts';

/** Returns the links of a public profile that are visible now, by our clock. Refuses with NOT_FOUND if the account is not public. */
export const handler = serve(viewUserLinksById, async ({ userId }, { table, now }) => {
  const [user, links] = await Promise.all([
    userById(table, userId, now),
    linksOf(table, userId, 'eventual'),
  ]);
  if (!user || !isPublic(user)) throw new Refusal('NOT_FOUND');
  return { data: visibleLinkViews(links, now) };
});
