import { filtered } from './filtered-input.ts';
import { formatPhone } from './phone-number.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A phone number, written as (555) 555-0100 while it is typed; one of another country begins with + and stays as typed. */
export function PhoneInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="(555) 555-0100"
      {...rest}
      onChange={filtered(formatPhone, onChange)}
    />
  );
}
