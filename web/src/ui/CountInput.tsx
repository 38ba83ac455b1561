import { filtered } from './filtered-input.ts';
import { filterDigits } from './money-text.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* An input for a whole number, such as messages a month: accepts only digits. */
export function CountInput({
  digits = 5,
  onChange,
  ...rest
}: Omit<TextInputProps, 'before'> & { digits?: number }) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      className="font-figures text-lg"
      {...filtered((typed) => filterDigits(typed, digits), onChange)}
    />
  );
}
