import { filtered } from './filtered-input.ts';
import { formatPhone } from './phone-number.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/* A phone number, written as (555) 555-0100 while it is typed. The form holds that text; 14 characters is a whole one. */
export function PhoneInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(555) 555-0100"
      {...rest}
      onChange={filtered(formatPhone, onChange)}
    />
  );
}
