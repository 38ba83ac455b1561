import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react';
import { RowPlace } from './List.tsx';
import { type RowSizes, useVirtualRows, type VirtualRows } from './use-virtual-rows.ts';

export type VirtualListProps<Row> = {
  label: string;
  /** The same array as long as it has the same rows. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A row as a ListItem. */
  children: (row: Row) => ReactNode;
};

/** The heights of rows by the label of their list: Back returns to a list as high as it was. */
const sizesByLabel = new Map<string, RowSizes>();

/**
 * A list of any length. Beyond a few screens, only the rows near the screen are mounted; screen readers still hear how
 * many there are.
 */
export function VirtualList<Row>({ label, rows, keyOf, children }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyOf gives the same keys for the same rows
  const keys = useMemo(() => rows.map(keyOf), [rows]);
  const { isVirtual, mounted, after, measure } = useVirtualRows({
    list,
    keys,
    sizes: sizesByLabel.get(label),
    onLeave: (sizes) => sizesByLabel.set(label, sizes),
  });
  const count = isVirtual ? rows.length : undefined;
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-rule">
      {mounted.map(({ index, gap }) => (
        <Fragment key={keys[index]}>
          <Gap height={gap} />
          <PlacedRow
            row={rows[index] as Row}
            index={index}
            count={count}
            measure={measure}
            render={children}
          />
        </Fragment>
      ))}
      <Gap height={after} />
    </ul>
  );
}

type PlacedRowProps<Row> = {
  row: Row;
  index: number;
  /** The number of rows of a list of which some may be missing. */
  count: number | undefined;
  measure: VirtualRows['measure'];
  render: (row: Row) => ReactNode;
};

function PlainPlacedRow<Row>({ row, index, count, measure, render }: PlacedRowProps<Row>) {
  const attributes = useMemo(
    () => ({
      ref: measure,
      'data-index': index,
      ...(count !== undefined && { 'aria-posinset': index + 1, 'aria-setsize': count }),
    }),
    [measure, index, count],
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
