import type { ReactNode } from 'react';
import { Field } from '../../ui/Field.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import type { TextInputProps } from '../../ui/TextInput.tsx';
import { preparePhoneNumbers } from './phone-number.ts';

export type PhoneNumberFieldProps = TextInputProps & {
  label?: string;
  hint?: ReactNode;
  error: string | undefined;
};

/* A phone number field. It starts to load the number validation when it gets the focus. */
export function PhoneNumberField(props: PhoneNumberFieldProps) {
  const { label = 'Phone number', hint, error, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      <PhoneInput {...input} onFocus={preparePhoneNumbers} />
    </Field>
  );
}
