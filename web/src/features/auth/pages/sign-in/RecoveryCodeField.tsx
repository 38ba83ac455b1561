import { type Control, Controller } from 'react-hook-form';
import { CodeBoxes } from '../../../../ui/CodeBoxes.tsx';
import { Field } from '../../../../ui/Field.tsx';

type Values = { code: string; password: string; phoneNumber: string };

/* The field for the code from the mailbox. */
export function RecoveryCodeField({ control }: { control: Control<Values, unknown, Values> }) {
  return (
    <Controller
      control={control}
      name="code"
      render={({ field, fieldState }) => (
        <Field label="Code from your mailbox" group error={fieldState.error?.message}>
          <CodeBoxes value={field.value} onValueChange={field.onChange} autoFocus />
        </Field>
      )}
    />
  );
}
