import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  type MountedRows,
  mountedRows,
  needsOthers,
  type RowHeights,
  RowOffsets,
  type RowRange,
  rebased,
  rowsAround,
} from './virtual-rows.ts';

/* Mounts only the rows of a long list that are on the screen or near it. */

/** A shorter list is mounted as a whole, so that the browser finds all of its text. */
const WHOLE = 60;
/** How many rows are mounted first: more than a phone shows. */
const FIRST = 20;

export type VirtualRowsOptions = {
  /** The element around the rows. Each mounted row in it has the attribute `data-row`. */
  list: RefObject<HTMLElement | null>;
  /** The key of each row. The same array as long as it is the same list. */
  keys: readonly string[];
  /** Survives the component if the list should have the same height when it is opened again. */
  heights: RowHeights;
  /** For a list that opens at its end. */
  fromEnd?: boolean;
  /** The element that scrolls, if the browser does not keep its content in place. */
  unanchored?: RefObject<HTMLElement | null>;
  /** The key of a row to mount with those around it, so that the caller can scroll to it. The caller then removes it. */
  wanted?: string | undefined;
};

export type VirtualRows = {
  /** Whether rows may be missing. */
  readonly isVirtual: boolean;
  readonly mounted: readonly MountedRows[];
  /** The height (px) of the unmounted rows after the mounted ones. */
  readonly after: number;
};

type Mounting = {
  readonly keys: readonly string[];
  readonly range: RowRange;
  /** The row with the focus: it stays mounted, with its neighbors, so that Tab goes on from there. */
  readonly kept: number | undefined;
  readonly wanted: string | undefined;
};

/** Chooses the rows of a list to mount: again on each scroll, on a change of the layout, and for printing, when all are. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { list, keys, heights, unanchored, wanted } = options;
  const [rebuilt, setRebuilt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rebuilt after the heights were forgotten
  const offsets = useMemo(() => new RowOffsets(keys, heights), [keys, heights, rebuilt]);
  const [known, setMounting] = useState<Mounting>(() => firstMounting(options));
  const current = known.keys === keys ? known : afterChange(known, keys);
  const mounting = current.wanted === wanted ? current : withWanted(current, wanted, offsets);
  if (mounting !== known) setMounting(mounting);
  const isPrinting = usePrinting();
  const isVirtual = keys.length > WHOLE && !isPrinting;
  const mounted = isVirtual
    ? mountedRows(mounting.range, mounting.kept, offsets)
    : [{ from: 0, to: keys.length, before: 0 }];
  const end = mounted.at(-1)?.to ?? 0;

  const measure = useEffectEvent(() => {
    const element = list.current;
    if (!element || !isVirtual) return;
    const rows = rowElements(element);
    const places = placesOf(mounted);
    if (rows.length !== places.length) return;
    rows.forEach((row, nth) => {
      const place = places[nth] ?? 0;
      const { height } = row.getBoundingClientRect();
      if (height === 0) return;
      heights.set(keys[place] ?? '', height);
      offsets.setHeight(place, height);
    });
    // From now on the others have the average of the measured ones.
    if (offsets.isGuess && heights.of(keys[places[0] ?? 0] ?? '') !== undefined)
      setRebuilt((count) => count + 1);
  });
  const follow = useEffectEvent(() => {
    const element = list.current;
    if (!element || !isVirtual) return;
    const { top } = element.getBoundingClientRect();
    const part = { top: -top, bottom: window.innerHeight - top };
    if (!needsOthers(mounting.range, offsets, part)) return;
    const range = rowsAround(offsets, part);
    const focused = rowElements(element).findIndex((row) => row.contains(document.activeElement));
    const kept = placesOf(mounted)[focused];
    keepInPlace(element, unanchored, () =>
      // Before the next frame, which would show a gap.
      flushSync(() => setMounting({ keys, range, kept, wanted })),
    );
  });
  useLayoutEffect(() => measure());
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      if (heights.forgetUnless(layoutOf(element))) setRebuilt((count) => count + 1);
      measure();
      follow();
    });
    watch.observe(element);
    const scrolled = () => follow();
    // On the document, to get the scrolling of every element around the list.
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      document.removeEventListener('scroll', scrolled, { capture: true });
    };
  }, [list, heights]);
  return { isVirtual, mounted, after: offsets.offsetOf(keys.length) - offsets.offsetOf(end) };
}

function firstMounting({ keys, fromEnd }: VirtualRowsOptions): Mounting {
  const count = keys.length;
  const range = fromEnd
    ? { from: Math.max(0, count - FIRST), to: count }
    : { from: 0, to: Math.min(FIRST, count) };
  return { keys, range, kept: undefined, wanted: undefined };
}

function afterChange(mounting: Mounting, keys: readonly string[]): Mounting {
  const { keys: before, range, kept, wanted } = mounting;
  const place = kept === undefined ? -1 : keys.indexOf(before[kept] ?? '');
  // A list that was mounted as a whole stays so until it is scrolled.
  const shown = before.length > WHOLE ? range : { from: 0, to: before.length };
  return { keys, range: rebased(shown, before, keys), kept: place < 0 ? undefined : place, wanted };
}

function withWanted(mounting: Mounting, wanted: string | undefined, offsets: RowOffsets): Mounting {
  const row = wanted === undefined ? -1 : mounting.keys.indexOf(wanted);
  if (row < 0) return { ...mounting, wanted };
  const middle = offsets.offsetOf(row);
  const half = window.innerHeight / 2;
  const range = rowsAround(offsets, { top: middle - half, bottom: middle + half });
  return { ...mounting, wanted, range };
}

const rowElements = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')];

const placesOf = (mounted: readonly MountedRows[]) =>
  mounted.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, nth) => from + nth));

/** The widths and font size that the heights of rows depend on. */
const layoutOf = (element: HTMLElement) =>
  `${element.clientWidth} ${getComputedStyle(document.documentElement).fontSize}`;

/** Runs a change without moving what is on the screen, where the browser does not see to that. */
function keepInPlace(
  list: HTMLElement,
  unanchored: RefObject<HTMLElement | null> | undefined,
  change: () => void,
): void {
  const scroller = unanchored?.current ?? undefined;
  const isAnchored = !scroller && CSS.supports('overflow-anchor', 'auto');
  const wasAtEnd = scroller !== undefined && fromEnd(scroller) < 2;
  const seen = isAnchored
    ? undefined
    : rowElements(list).find((row) => row.getBoundingClientRect().bottom > 0);
  const top = seen?.getBoundingClientRect().top ?? 0;
  change();
  if (wasAtEnd) scroller.scrollTop = scroller.scrollHeight;
  else if (seen?.isConnected) {
    const moved = seen.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) (scroller ?? window).scrollBy(0, moved);
  }
}

const fromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight;

/** Whether the page is being printed, with all its rows. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
