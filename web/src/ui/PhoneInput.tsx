import { filtered } from './filtered-input.ts';
import { formatPhone } from './phone-number.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/*
 * An input for a phone number, formatted as (555) 555-0100 while typing; a number with + and another country code is
 * not formatted.
 */
export function PhoneInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="(555) 555-0100"
      {...rest}
      {...filtered(formatPhone, onChange)}
    />
  );
}
