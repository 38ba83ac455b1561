import { integer, type Params, text } from './params.ts';
import { noSuch } from './refusal.ts';

/** The pagination parameters of every list. */
export const paging = { limit: integer(1, 100), starting_after: text, ending_before: text };

/** One page of a list, newest first. `oldestFirst` is already filtered; cursors are ids of items in it. */
export function page<T extends { id: string }>(
  oldestFirst: T[],
  params: Params<typeof paging>,
  url: string,
  noun: string,
) {
  const all = [...oldestFirst].reverse();
  const limit = params.limit ?? 10;
  const at = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id);
    if (index < 0) throw noSuch(noun, id, param);
    return index;
  };
  if (params.ending_before !== undefined) {
    const end = at(params.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list' as const, data: all.slice(start, end), has_more: start > 0, url };
  }
  const start =
    params.starting_after === undefined ? 0 : at(params.starting_after, 'starting_after') + 1;
  return {
    object: 'list' as const,
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
    url,
  };
}
