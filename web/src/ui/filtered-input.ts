import type { ChangeEvent, CompositionEvent } from 'react';

type Listener = ((event: ChangeEvent<HTMLInputElement>) => unknown) | undefined;

/**
 * The props of an input that applies `filter` to every keystroke: the box shows the filtered text, and the caret stays after the
 * same character. While a phone keyboard or an input method composes a word, the box keeps what it composes, because changing it
 * would make the keyboard type the word again; the text is filtered when the word is finished.
 */
export function filtered(filter: (typed: string) => string, onChange: Listener) {
  const apply = (box: HTMLInputElement) => {
    const typed = box.value;
    const kept = filter(typed);
    if (kept === typed) return;
    const caret = caretAfter(typed, kept, box.selectionStart ?? typed.length, filter);
    box.value = kept;
    box.setSelectionRange(caret, caret);
  };
  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!isComposing(event)) apply(event.currentTarget);
      return onChange?.(event);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      apply(event.currentTarget);
      // Browsers send no input event after the end, and listeners read only the box.
      onChange?.(event as unknown as ChangeEvent<HTMLInputElement>);
    },
  };
}

/** Whether a change belongs to a word that is still being composed. */
export const isComposing = ({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  'isComposing' in nativeEvent && nativeEvent.isComposing === true;

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
