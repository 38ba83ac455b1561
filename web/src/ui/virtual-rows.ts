/*
 * Which rows of a long list are mounted, and how high the others are. Heights are measured when a row is mounted and
 * estimated before.
 */

/** Rows `from` up to, but not including, `to`. */
export type RowRange = { readonly from: number; readonly to: number };

/** Mounted rows, and the height (px) of the unmounted ones before them. */
export type MountedRows = RowRange & { readonly before: number };

/** The measured heights (px) of rows by their keys, valid for one layout. */
export class RowHeights {
  readonly #known = new Map<string, number>();
  #layout = '';

  of(key: string): number | undefined {
    return this.#known.get(key);
  }

  set(key: string, height: number): void {
    this.#known.set(key, height);
  }

  /** Forgets all heights if the layout (width and text size) is another one. Returns whether it did. */
  forgetUnless(layout: string): boolean {
    if (layout === this.#layout) return false;
    const known = this.#known.size > 0;
    this.#layout = layout;
    this.#known.clear();
    return known;
  }
}

/** The height (px) of a row before any was measured. */
const ROW_HEIGHT = 88;

/**
 * The offsets of rows in their list, as a binary indexed tree: finding a row and changing a height take O(log n), so
 * scrolling does not depend on the length of the list.
 */
export class RowOffsets {
  readonly count: number;
  /** Whether the height of no row was known. */
  readonly isGuess: boolean;
  readonly #heights: Float64Array;
  readonly #tree: Float64Array;
  /** The highest power of two up to `count`. */
  readonly #top: number;

  constructor(keys: readonly string[], heights: RowHeights) {
    const known = keys.map((key) => heights.of(key));
    const measured = known.filter((height) => height !== undefined);
    const average = measured.reduce((sum, height) => sum + height, 0) / measured.length;
    this.isGuess = measured.length === 0;
    this.count = keys.length;
    this.#heights = Float64Array.from(known, (height) => height ?? (average || ROW_HEIGHT));
    this.#tree = new Float64Array(this.count + 1);
    this.#top = this.count === 0 ? 0 : 2 ** Math.floor(Math.log2(this.count));
    for (let node = 1; node <= this.count; node += 1) {
      this.#tree[node] = (this.#tree[node] ?? 0) + (this.#heights[node - 1] ?? 0);
      const parent = node + (node & -node);
      if (parent <= this.count)
        this.#tree[parent] = (this.#tree[parent] ?? 0) + (this.#tree[node] ?? 0);
    }
  }

  /** The distance (px) of a row from the top of the list. That of `count` is the height of the list. */
  offsetOf(row: number): number {
    let sum = 0;
    for (let node = row; node > 0; node -= node & -node) sum += this.#tree[node] ?? 0;
    return sum;
  }

  /** The row at this distance (px) from the top of the list; the first or last one outside of it. */
  rowAt(offset: number): number {
    let node = 0;
    let left = offset;
    for (let step = this.#top; step > 0; step /= 2) {
      const next = this.#tree[node + step];
      if (next === undefined || next > left) continue;
      node += step;
      left -= next;
    }
    return Math.min(node, Math.max(0, this.count - 1));
  }

  /** Sets the measured height (px) of a row. */
  setHeight(row: number, height: number): void {
    const change = height - (this.#heights[row] ?? 0);
    if (change === 0) return;
    this.#heights[row] = height;
    for (let node = row + 1; node <= this.count; node += node & -node)
      this.#tree[node] = (this.#tree[node] ?? 0) + change;
  }
}

/** Whether rows have to be mounted, or too many are, to show the part from `top` to `bottom` (px). */
export function needsOthers(
  { from, to }: RowRange,
  offsets: RowOffsets,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): boolean {
  const screen = bottom - top;
  const above = top - offsets.offsetOf(from);
  const below = offsets.offsetOf(to) - bottom;
  return (
    (above < screen / 2 && from > 0) ||
    (below < screen / 2 && to < offsets.count) ||
    Math.max(above, below) > 3 * screen
  );
}

/** The rows from a screen above to a screen below the part from `top` to `bottom` (px). */
export function rowsAround(
  offsets: RowOffsets,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): RowRange {
  const screen = bottom - top;
  return { from: offsets.rowAt(top - screen), to: offsets.rowAt(bottom + screen) + 1 };
}

/**
 * The same rows after others were added or removed: moved as far as most of them were, because single ones move on
 * their own. Rows mounted up to the end stay mounted up to the end.
 */
export function rebased(
  { from, to }: RowRange,
  before: readonly string[],
  now: readonly string[],
): RowRange {
  const places = new Map(now.map((key, place) => [key, place]));
  const shifts = before.slice(from, to).flatMap((key, nth) => {
    const place = places.get(key);
    return place === undefined ? [] : [place - (from + nth)];
  });
  const moved = shifts.sort((one, other) => one - other)[shifts.length >> 1] ?? 0;
  const end = to >= before.length ? now.length : Math.min(to + moved, now.length);
  return { from: Math.min(Math.max(0, from + moved), Math.max(0, end - 1)), to: end };
}

/** The mounted rows in order: a range and, apart from it or joined to it, the `kept` row with its neighbors. */
export function mountedRows(
  range: RowRange,
  kept: number | undefined,
  offsets: RowOffsets,
): readonly MountedRows[] {
  const around =
    kept === undefined
      ? range
      : { from: Math.max(0, kept - 1), to: Math.min(kept + 2, offsets.count) };
  const [one, other] = around.from < range.from ? [around, range] : [range, around];
  const ranges =
    other.from <= one.to ? [{ from: one.from, to: Math.max(one.to, other.to) }] : [one, other];
  let end = 0;
  return ranges.map(({ from, to }) => {
    const before = offsets.offsetOf(from) - offsets.offsetOf(end);
    end = to;
    return { from, to, before };
  });
}
