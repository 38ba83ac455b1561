import type { Caller, CallOptions, Fields } from './calls.ts';

/* Finding people: by their names and words, and in the lists of creators. */

export const searchDeeds = (me: Caller) => ({
  /** The page of people who are found by this text. `more`: filters, and the place in the list. */
  finds: (searchText: string, more?: Fields, options?: CallOptions) =>
    me.does('searchUsers', { searchText, ...more }, options),
  /** The page of creators in a field. */
  browses: (input?: Fields, options?: CallOptions) => me.does('browseCreators', input, options),
});
