import { filtered } from './filtered-input.ts';
import { filterDigits } from './money-text.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A whole number, digits only: how many messages a month. */
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
      onChange={filtered((typed) => filterDigits(typed, digits), onChange)}
    />
  );
}
