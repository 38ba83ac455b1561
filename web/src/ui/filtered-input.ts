import type { ChangeEvent } from 'react';

/**
 * Applies `filter` to every keystroke: the box shows the filtered text, the caret stays after the same character, and
 * listeners only see filtered text.
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

/** At the end the caret stays at the end; elsewhere it follows the filtered text before it. */
export function caretAfter(
  typed: string,
  kept: string,
  caret: number,
  filter: (typed: string) => string,
): number {
  if (caret >= typed.length) return kept.length;
  return Math.min(filter(typed.slice(0, caret)).length, kept.length);
}
