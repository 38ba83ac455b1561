import type { InfiniteData } from '@tanstack/react-query';

/*
 * A list that was loaded page by page is kept fresh by its newest page alone: what was loaded below stays, so that the
 * reader keeps their place, and nobody waits for a hundred pages.
 */

export type ListPage = {
  readonly data: readonly unknown[];
  readonly pageTotal: number;
  readonly cursor?: string | undefined;
};
export type LoadedPages<Page extends ListPage> = InfiniteData<Page, string | undefined>;

/** How the rows of a list are told apart. */
export type RowMarks = {
  /** The field that says which row it is. */
  readonly id: string;
  /** The field whose change moves a row to the top of its list. A list without one never moves its rows. */
  readonly moved?: string;
};

const fieldOf = (row: unknown, name: string) => (row as Record<string, unknown>)[name];

/**
 * The loaded pages with the newest rows, `newest`, in place of those they stand for. A row that moved is shown at its new
 * place only; a row between the newest ones that is not among them is gone. Undefined where the newest rows do not reach
 * to one that was loaded and did not move: what lies between is not known.
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

/** Two pages that follow each other as one. */
export function joined<Page extends ListPage>(first: Page, next: Page): Page {
  return { ...next, data: [...first.data, ...next.data] };
}
