import { useEffect, useRef } from 'react';
import { announce } from '../ui/announce.ts';

const FIELDS = 'input, textarea, select';

/**
 * Moves the focus in a form whose rows of fields are added, moved and removed (WCAG 2.4.3): to the first field of a new row, along
 * with a row that moves, and after a removal, which is announced, to the button that adds rows.
 */
export function useRowFocus() {
  const rows = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const next = useRef<() => HTMLElement | null | undefined>(undefined);
  // After the render with the changed rows.
  useEffect(() => {
    next.current?.()?.focus();
    next.current = undefined;
  });
  const inRow = (index: number, selector: string) =>
    rows.current?.children[index]?.querySelector<HTMLElement>(selector);
  return {
    /** The element whose children are the rows. */
    rows,
    /** The button that adds a row. */
    adder,
    added(index: number) {
      next.current = () => inRow(index, FIELDS);
    },
    /** `index`: the new place of the row. Its buttons have `data-move` with their direction. */
    moved(index: number, by: -1 | 1) {
      next.current = () =>
        inRow(index, `[data-move="${by}"]:enabled`) ?? inRow(index, '[data-move]:enabled');
    },
    removed(title: string) {
      announce(`${title} removed`);
      next.current = () => adder.current;
    },
  };
}
