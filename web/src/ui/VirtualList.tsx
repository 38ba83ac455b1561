import { memo, type ReactNode, useMemo, useRef } from 'react';
import { RowPlace } from './List.tsx';
import { useVirtualRows } from './use-virtual-rows.ts';
import { RowHeights } from './virtual-rows.ts';

export type VirtualListProps<Row> = {
  label: string;
  /** The same array as long as it has the same rows. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A row as a ListItem. */
  children: (row: Row) => ReactNode;
};

/** The heights of rows by the label of their list: Back returns to a list as high as it was. */
const heightsByLabel = new Map<string, RowHeights>();

function heightsOf(label: string): RowHeights {
  const heights = heightsByLabel.get(label) ?? new RowHeights();
  heightsByLabel.set(label, heights);
  return heights;
}

/**
 * A list of any length. Beyond a few screens, only the rows near the screen are mounted; screen readers still hear how
 * many there are.
 */
export function VirtualList<Row>({ label, rows, keyOf, children }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyOf gives the same keys for the same rows
  const keys = useMemo(() => rows.map(keyOf), [rows]);
  const { isVirtual, mounted, after } = useVirtualRows({ list, keys, heights: heightsOf(label) });
  const count = isVirtual ? rows.length : undefined;
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-rule">
      {mounted.flatMap(({ from, to, before }, nth) => [
        // biome-ignore lint/suspicious/noArrayIndexKey: the first gap, and the second one
        <Gap key={`gap ${nth}`} height={before} />,
        ...rows
          .slice(from, to)
          .map((row, place) => (
            <PlacedRow
              key={keys[from + place]}
              row={row}
              place={from + place + 1}
              count={count}
              render={children}
            />
          )),
      ])}
      <Gap height={after} />
    </ul>
  );
}

type PlacedRowProps<Row> = {
  row: Row;
  /** From 1. */
  place: number;
  count: number | undefined;
  render: (row: Row) => ReactNode;
};

function PlainPlacedRow<Row>({ row, place, count, render }: PlacedRowProps<Row>) {
  const attributes = useMemo(
    () =>
      count === undefined
        ? { 'data-row': '' }
        : { 'data-row': '', 'aria-posinset': place, 'aria-setsize': count },
    [place, count],
  );
  return <RowPlace value={attributes}>{render(row)}</RowPlace>;
}

/** Renders again only if its own row or its place has changed. */
const PlacedRow = memo(PlainPlacedRow) as typeof PlainPlacedRow;

/** The room of rows that are not mounted. */
function Gap({ height }: { height: number }) {
  return (
    height > 0 && <li aria-hidden className="border-0! [overflow-anchor:none]" style={{ height }} />
  );
}
