import { browseCreators } from '../../shared/api/browse.ts';
import { serve } from '../serve.ts';
import { creatorsPage } from './creators.ts';

/** Returns a page of the creators of a category, of a sub-category, or of all. */
export const handler = serve(browseCreators, (input, { table, now }) =>
  creatorsPage(table, input, now),
);
