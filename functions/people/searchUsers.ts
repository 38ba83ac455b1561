import { searchUsers } from '../../shared/api/people.ts';
import { searchPage } from '../flows/finding.ts';
import { serve } from '../serve.ts';

/** The people whose username or full name holds a text, those first in whose names it begins a word. */
export const handler = serve(searchUsers, (input, { table, caller, now }) =>
  searchPage(table, input, caller.userId, now),
);
