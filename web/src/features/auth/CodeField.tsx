import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { LEAD_ID } from '../../shell/Page.tsx';
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
        <Field
          label={label}
          group
          error={fieldState.error?.message}
          // Where the focus begins, the sentence above was not heard.
          describedBy={autoFocus ? LEAD_ID : undefined}
        >
          <CodeBoxes value={field.value} onValueChange={field.onChange} autoFocus={autoFocus} />
        </Field>
      )}
    />
  );
}
