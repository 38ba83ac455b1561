import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { CodeBoxes } from '../../ui/CodeBoxes.tsx';
import { Field } from '../../ui/Field.tsx';

export type CodeFieldProps<Fields extends FieldValues, Values> = {
  control: Control<Fields, unknown, Values>;
  name: FieldPathByValue<Fields, string>;
  label: string;
  autoFocus?: boolean;
};

/* A field of six boxes for a code, in a form with other fields. */
export function CodeField<Fields extends FieldValues, Values>({
  control,
  name,
  label,
  autoFocus = false,
}: CodeFieldProps<Fields, Values>) {
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
