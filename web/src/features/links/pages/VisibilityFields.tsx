import { Controller, type UseFormReturn } from 'react-hook-form';
import type { createUserLink } from '#shared/api/links.ts';
import type { Input } from '#shared/api/operation.ts';
import { timeZoneHere } from '#web/api/time-zone.ts';
import { Field } from '#web/ui/Field.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { LinkValues } from './link-values.ts';
import { localInput, momentOfInput } from './local-time.ts';

export type VisibilityFieldsProps = {
  form: UseFormReturn<LinkValues, unknown, Input<typeof createUserLink>>;
};

/* Whether and when visitors see a link, in the time zone of the device. docs/product/links.md#visibility */
export function VisibilityFields({ form: { control, formState } }: VisibilityFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <Controller
        name="isOn"
        control={control}
        render={({ field }) => (
          <Switch
            label="Show on your profile"
            checked={String(field.value ?? true) === 'true'}
            onCheckedChange={field.onChange}
          />
        )}
      />
      {TIMES.map(({ name, label, hint }) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field }) => (
            <Field label={label} optional error={errors[name]?.message} hint={hint()}>
              <TextInput
                type="datetime-local"
                ref={field.ref}
                name={field.name}
                value={localInput(field.value ?? '')}
                onChange={(event) => field.onChange(momentOfInput(event.currentTarget.value))}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      ))}
    </>
  );
}

const TIMES = [
  {
    name: 'visibleFrom',
    label: 'Visible from',
    hint: () => `Your local time (${timeZoneHere()}). Empty: at once.`,
  },
  {
    name: 'visibleUntil',
    label: 'Visible until',
    hint: () => 'Empty: until you hide or delete it. Visitors may see it a few seconds longer.',
  },
] as const;
