import { viewUserLinks } from '#shared/api/links.ts';
import { serve } from '../serve.ts';
import { linksOf } from '../storage/links/links.ts';
import { ownLinkViews } from './link-views.ts';

/** Returns the caller's links, in order. */
export const handler = serve(viewUserLinks, async (_input, { table, caller, now }) => ({
  data: ownLinkViews(await linksOf(table, caller.userId), now),
}));
