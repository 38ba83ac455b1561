import { type measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/*
 * Mounts only the rows of a long list that are on the screen or near it. The virtualizer measures the rows and chooses
 * them; here is what it does not do: the row with the focus and the target of a jump are mounted, all rows are printed,
 * and nothing moves where the browser does not keep the content of a scroller in place.
 */

/** A shorter list is mounted as a whole, so that the browser finds all of its text. */
const WHOLE = 60;
/** The height (px) of a row before it is measured. */
const ROW_HEIGHT = 88;
/** How many rows are mounted on each side of those that have to be: about a screen. */
const OVERSCAN = 12;

/** The measured rows of a list. */
export type RowSizes = ReturnType<ReturnType<typeof useWindowVirtualizer>['takeSnapshot']>;

export type VirtualRowsOptions = {
  /** The element around the rows. */
  list: RefObject<HTMLElement | null>;
  /** The key of each row. The same array as long as it is the same list. */
  keys: readonly string[];
  /** The sizes from an earlier visit, so that the list is as high as it was. */
  sizes?: RowSizes | undefined;
  /** Gets the sizes when the component is unmounted. */
  onLeave?: (sizes: RowSizes) => void;
  /** For a list that opens at its end. */
  fromEnd?: boolean;
  /** The element that scrolls, if the browser does not keep its content in place. */
  unanchored?: RefObject<HTMLElement | null>;
  /** The key of a row to mount with those around it, so that the caller can scroll to it. The caller then removes it. */
  wanted?: string | undefined;
};

/** A mounted row, and the height (px) of the unmounted rows between the previous mounted one and this one. */
export type MountedRow = {
  readonly index: number;
  readonly gap: number;
};

export type VirtualRows = {
  /** Whether rows may be missing. */
  readonly isVirtual: boolean;
  readonly mounted: readonly MountedRow[];
  /** The height (px) of the unmounted rows after the mounted ones. */
  readonly after: number;
  /** The ref of each row. Its element also has the attribute `data-index`. */
  readonly measure: (row: HTMLElement | null) => void;
};

type Held = {
  readonly keys: readonly string[];
  readonly wanted: string | undefined;
  /** The keys of rows that stay mounted until the position of the list is known again. */
  readonly rows: readonly string[];
};

/** Chooses the rows of a list to mount: again on each scroll, on a change of the layout, and for printing, when all are. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { list, keys, sizes, onLeave, fromEnd, unanchored, wanted } = options;
  const isPrinting = usePrinting();
  const isVirtual = keys.length > WHOLE && !isPrinting;
  /** The row with the focus: it stays mounted, with its neighbors, so that Tab goes on from there. */
  const [focused, setFocused] = useState<string>();
  const [known, setHeld] = useState<Held>({ keys, wanted: undefined, rows: [] });
  const mountedBefore = useRef<readonly string[]>([]);
  const held = heldRows(known, keys, wanted, mountedBefore.current);
  if (held !== known) setHeld(held);
  const heldIndexes = useMemo(() => indexesOf(keys, held.rows), [keys, held.rows]);
  const focusIndex = focused === undefined ? -1 : keys.indexOf(focused);
  const setOffset = useRef<(offset: number, isScrolling: boolean) => void>(undefined);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: keys.length,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: () => ROW_HEIGHT,
    measureElement: heightOf,
    initialMeasurementsCache: sizes,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Offsets are those of the screen in the list, whichever element around the list scrolls.
    initialOffset: fromEnd ? keys.length * ROW_HEIGHT : 0,
    observeElementOffset: (_, report) => {
      setOffset.current = report;
    },
    // The browser, or keepInPlace, keeps the content in place.
    scrollToFn: () => undefined,
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, count }) =>
        isVirtual
          ? around(
              heldIndexes.length > 0 ? heldIndexes : span(startIndex, endIndex),
              focusIndex,
              count,
            )
          : span(0, count - 1),
      [isVirtual, heldIndexes, focusIndex],
    ),
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const items = virtualizer.getVirtualItems();
  const follow = useEffectEvent(() => {
    const element = list.current;
    if (!element || !isVirtual) return;
    const active = element.contains(document.activeElement) ? document.activeElement : null;
    const index = active?.closest<HTMLElement>('[data-index]')?.dataset.index;
    keepInPlace(element, unanchored, () =>
      // Before the next frame, which would show a gap.
      flushSync(() => {
        setFocused(index === undefined ? undefined : keys[Number(index)]);
        setHeld((now) => (now.rows.length === 0 ? now : { ...now, rows: [] }));
        setOffset.current?.(Math.max(0, -element.getBoundingClientRect().top), false);
      }),
    );
  });
  useLayoutEffect(() => {
    mountedBefore.current = items.map(({ index }) => keys[index] ?? '');
  });
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const followed = () => follow();
    const watch = new ResizeObserver(followed);
    watch.observe(element);
    // On the document, to get the scrolling of every element around the list.
    document.addEventListener('scroll', followed, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      document.removeEventListener('scroll', followed, { capture: true });
    };
  }, [list]);
  const leave = useEffectEvent(() => onLeave?.(virtualizer.takeSnapshot()));
  useEffect(() => () => leave(), []);
  const ends = [0, ...items.map(({ end }) => end)];
  return {
    isVirtual,
    mounted: items.map(({ index, start }, nth) => ({ index, gap: start - (ends[nth] ?? 0) })),
    after: virtualizer.getTotalSize() - (ends.at(-1) ?? 0),
    measure: virtualizer.measureElement,
  };
}

/**
 * What stays mounted for now. After a change of the list, its rows are in other places, and where it is scrolled to is
 * known only after the commit: until then the mounted ones stay, with those around them.
 */
function heldRows(
  known: Held,
  keys: readonly string[],
  wanted: string | undefined,
  mounted: readonly string[],
): Held {
  if (known.keys === keys && known.wanted === wanted) return known;
  const isSame = known.keys === keys || known.rows.length > 0;
  const before = isSame ? known.rows : mounted;
  const isLoaded = wanted !== undefined && keys.includes(wanted);
  return { keys, wanted, rows: isLoaded ? [...before, wanted] : before };
}

function indexesOf(keys: readonly string[], rows: readonly string[]): readonly number[] {
  const wanted = new Set(rows);
  return wanted.size === 0
    ? []
    : span(0, keys.length - 1).filter((at) => wanted.has(keys[at] ?? ''));
}

const span = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, nth) => first + nth);

/** The rows around these ones, and around the one with the focus, of a list of `count` rows, in order. */
function around(indexes: readonly number[], focus: number, count: number): number[] {
  const near = indexes.flatMap((index) => span(index - OVERSCAN, index + OVERSCAN));
  const focused = focus < 0 ? [] : span(focus - 1, focus + 1);
  return [...new Set([...near, ...focused])]
    .filter((index) => index >= 0 && index < count)
    .sort((one, other) => one - other);
}

/**
 * The exact height (px) of a row: rounded ones would add up over a list. A row in a hidden part of the page has none and
 * keeps the one that it had.
 */
const heightOf: typeof measureElement<HTMLElement> = (row, entry, virtualizer) => {
  const height = entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height;
  const key = virtualizer.options.getItemKey(virtualizer.indexFromElement(row));
  return height || virtualizer.itemSizeCache.get(key) || ROW_HEIGHT;
};

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
    : [...list.querySelectorAll<HTMLElement>('[data-index]')].find(
        (row) => row.getBoundingClientRect().bottom > 0,
      );
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
