import { OTPField } from '@base-ui/react/otp-field';
import { useField } from './Field.tsx';

/*
 * A code from a text message in six boxes that behave like one field: typing moves forward, Backspace moves back, and
 * pasting or autofill fills all. Inside a `<Field>`, whose label names the group and the first box.
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
  return (
    <OTPField.Root
      id={field.id}
      length={length}
      value={value}
      name={name}
      disabled={disabled}
      onValueChange={(code) => onValueChange(code)}
      onValueComplete={(code) => onComplete?.(code)}
      aria-labelledby={field.labelId}
      aria-describedby={field['aria-describedby']}
      className="flex max-w-90 gap-2"
    >
      {Array.from({ length }, (_, index) => (
        <OTPField.Input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={index}
          autoFocus={autoFocus && index === 0}
          // The first box represents the whole code for screen readers.
          aria-labelledby={index === 0 ? field.labelId : undefined}
          aria-label={index === 0 ? undefined : `Digit ${index + 1} of ${length}`}
          aria-invalid={field['aria-invalid']}
          className="h-15 w-0 min-w-0 flex-1 rounded-card border border-edge bg-card text-center font-figures text-2xl aria-invalid:border-red focus-visible:outline-offset-0"
        />
      ))}
    </OTPField.Root>
  );
}
