import { type Control, Controller } from 'react-hook-form';
import { CodeBoxes } from '../../../../ui/CodeBoxes.tsx';
import { Field } from '../../../../ui/Field.tsx';
import type { PhoneProof } from './phone-proof.ts';

type CodeFieldProps = {
  control: Control<PhoneProof>;
  name: 'code' | 'oldCode';
  label: string;
  autoFocus?: boolean;
};

/* A field of six boxes for a code, in a form with other fields. */
export function CodeField({ control, name, label, autoFocus = false }: CodeFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} group error={fieldState.error?.message}>
          <CodeBoxes value={field.value} onValueChange={field.onChange} autoFocus={autoFocus} />
        </Field>
      )}
    />
  );
}
