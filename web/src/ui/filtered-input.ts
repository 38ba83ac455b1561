import type { ChangeEvent } from 'react';

/**
 * Puts `filter` between a keystroke and the form: the box shows what is kept, the caret stays behind the character it
 * was behind, and whoever listens only ever sees filtered text.
 */
export function filtered(
  filter: (typed: string) => string,
  onChange: ((event: ChangeEvent<HTMLInputElement>) => unknown) | undefined,
) {
  return (event: ChangeEvent<HTMLInputElement>) => {
    const box = event.currentTarget;
    const typed = box.value;
    const kept = filter(typed);
    if (kept !== typed) {
      const caret = caretAfter(typed, kept, box.selectionStart ?? typed.length, filter);
      box.value = kept;
      box.setSelectionRange(caret, caret);
    }
    return onChange?.(event);
  };
}

/** At the end stays at the end; anywhere else, behind as much as the filter keeps of the text before the caret. */
export function caretAfter(
  typed: string,
  kept: string,
  caret: number,
  filter: (typed: string) => string,
): number {
  if (caret >= typed.length) return kept.length;
  return Math.min(filter(typed.slice(0, caret)).length, kept.length);
}
