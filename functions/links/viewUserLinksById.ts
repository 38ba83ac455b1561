import { viewUserLinksById } from '../../shared/api/links.ts';
import { Refusal } from '../../shared/refusals.ts';
import { linkViews } from '../flows/link-view.ts';
import { serve } from '../serve.ts';
import { linksOf } from '../storage/links.ts';
import { isPublic, userById } from '../storage/users.ts';

/** The links of a public profile. An account that is not public is not there. */
export const handler = serve(viewUserLinksById, async ({ userId }, { table, now }) => {
  const [user, links] = await Promise.all([
    userById(table, userId, now),
    linksOf(table, userId, 'eventual'),
  ]);
  if (!user || !isPublic(user)) throw new Refusal('NOT_FOUND');
  return { data: linkViews(links) };
});
