import { browseCreators } from '#shared/api/browse.ts';
import { serve } from '../serve.ts';
import { creatorsPage, foundCreatorsPage } from './creators.ts';

/** Returns a page of the creators of a category, of a sub-category, or of all, or of those of them whom a text finds. */
export const handler = serve(browseCreators, ({ searchText, ...input }, { table, now }) =>
  searchText === undefined
    ? creatorsPage(table, input, now)
    : foundCreatorsPage(table, { ...input, searchText }, now),
);
