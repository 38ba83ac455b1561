import type { InfiniteData } from '@tanstack/react-query';

/*
 * A paged list refetches only its first page and keeps the pages below it. So readers keep their place and nobody
 * waits for a hundred pages.
 */

export type ListPage = {
  readonly data: readonly unknown[];
  readonly pageTotal: number;
  readonly cursor?: string | undefined;
};
export type LoadedPages<Page extends ListPage> = InfiniteData<Page, string | undefined>;

/** How to identify the rows of a list. */
export type RowMarks = {
  /** The field that identifies a row. */
  readonly id: string;
  /** The field whose change moves a row to the top of its list. Rows of a list without one never move. */
  readonly moved?: string;
};

const fieldOf = (row: unknown, name: string) => (row as Record<string, unknown>)[name];

/**
 * The loaded pages, with the rows of `newest` in place of the ones they replace. A row that moved appears only at its
 * new place; a row missing between the newest ones is gone. Undefined if no newest row matches a loaded row that did
 * not move: then rows between them are unknown.
 */
export function withNewestPage<Page extends ListPage>(
  loaded: LoadedPages<Page>,
  newest: Page,
  { id, moved }: RowMarks,
): LoadedPages<Page> | undefined {
  const only = { pages: [newest], pageParams: [undefined] };
  if (loaded.pages.length < 2 || newest.cursor === undefined) return only;
  const before = loaded.pages.flatMap((page) => page.data);
  const places = new Map(before.map((row, place) => [fieldOf(row, id), place]));
  const anchor = newest.data.findLast((row) => {
    const place = places.get(fieldOf(row, id));
    return (
      place !== undefined &&
      (moved === undefined || fieldOf(before[place], moved) === fieldOf(row, moved))
    );
  });
  if (anchor === undefined) return undefined;
  const reached = places.get(fieldOf(anchor, id)) ?? 0;
  const shown = new Set(newest.data.map((row) => fieldOf(row, id)));
  const below = before.slice(reached + 1).filter((row) => !shown.has(fieldOf(row, id)));
  if (below.length === 0) return only;
  const last = loaded.pages.at(-1) as Page;
  const rest = { ...last, data: below, pageTotal: newest.pageTotal };
  return { pages: [newest, rest], pageParams: [undefined, newest.cursor] };
}

/** Joins two consecutive pages. */
export function joined<Page extends ListPage>(first: Page, next: Page): Page {
  return { ...next, data: [...first.data, ...next.data] };
}
