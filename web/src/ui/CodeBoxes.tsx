import { useState } from 'react';
import { useField } from './Field.tsx';
import { isComposing } from './filtered-input.ts';
import { filterDigits } from './money-text.ts';

/*
 * A code from a text message: one field, drawn as six boxes. Inside a `<Field group>`, whose label names it.
 */

export type CodeBoxesProps = {
  value: string;
  onValueChange: (code: string) => void;
  /** Called when all boxes are filled; forms submit then. */
  onComplete?: (code: string) => void;
  length?: number;
  autoFocus?: boolean;
  disabled?: boolean;
  name?: string;
};

export function CodeBoxes(props: CodeBoxesProps) {
  const { value, onValueChange, onComplete, length = 6, autoFocus, disabled, name } = props;
  const field = useField();
  /** What an input method composes. Until it is finished, the box has to keep it. */
  const [composed, setComposed] = useState<string>();
  const digits = composed === undefined ? value : filterDigits(composed, length);
  const change = (text: string) => {
    setComposed(undefined);
    const code = filterDigits(text, length);
    if (code === value) return;
    onValueChange(code);
    if (code.length === length) onComplete?.(code);
  };
  return (
    <div data-invalid={field['aria-invalid']} className="group relative max-w-90">
      <div aria-hidden className="flex gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={index}
            data-next={index === Math.min(digits.length, length - 1) || undefined}
            className="grid h-15 min-w-0 flex-1 place-items-center rounded-card border border-edge bg-card font-figures text-2xl outline-ink group-focus-within:data-next:outline-2 group-data-invalid:border-red"
          >
            {digits[index]}
          </span>
        ))}
      </div>
      <input
        id={field.id}
        aria-labelledby={field.labelId}
        aria-describedby={field['aria-describedby']}
        aria-invalid={field['aria-invalid']}
        name={name}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: the code is the one thing that its screen asks for
        autoFocus={autoFocus}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={composed ?? value}
        onChange={(event) => {
          if (isComposing(event)) setComposed(event.currentTarget.value);
          else change(event.currentTarget.value);
        }}
        onCompositionEnd={(event) => change(event.currentTarget.value)}
        onSelect={(event) => keepCaretAtEnd(event.currentTarget)}
        onPaste={(event) => {
          event.preventDefault();
          change(event.clipboardData.getData('text'));
        }}
        // Over the boxes, which show what it holds.
        className="absolute inset-0 w-full opacity-0"
      />
    </div>
  );
}

/** The boxes show no caret, so digits are always added and removed at the end. */
function keepCaretAtEnd(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    input.setSelectionRange(value.length, value.length);
}
