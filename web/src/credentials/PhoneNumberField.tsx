import type { ReactNode } from 'react';
import { Field } from '../ui/Field.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import type { TextInputProps } from '../ui/TextInput.tsx';
import { preparePhoneNumbers } from './phone-number.ts';

export type PhoneNumberFieldProps = TextInputProps & {
  label?: string;
  hint?: ReactNode;
  error: string | undefined;
};

/* The field for a phone number. Its check begins to load when somebody is about to type. */
export function PhoneNumberField(props: PhoneNumberFieldProps) {
  const { label = 'Phone number', hint, error, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      <PhoneInput {...input} onFocus={preparePhoneNumbers} />
    </Field>
  );
}
