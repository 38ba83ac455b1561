import type { ReactNode } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { type RadioCard, RadioCards } from '../../ui/RadioCards.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

type ReasonValues<Reason> = { reasonCode: Reason; additionalInformation?: string | undefined };

export type ReasonFieldsProps<Reason extends string> = {
  form: UseFormReturn<ReasonValues<Reason>, unknown, ReasonValues<Reason>>;
  label: string;
  options: readonly RadioCard<Reason>[];
  /** Between the reasons and the comment. */
  children?: ReactNode;
};

/* The reason for ending a conversation, with an optional comment. docs/product/conversations.md#reporting */
export function ReasonFields<Reason extends string>(props: ReasonFieldsProps<Reason>) {
  const { label, options, children } = props;
  const form = props.form as unknown as UseFormReturn<ReasonValues<string>>;
  const { field, fieldState } = useController({ control: form.control, name: 'reasonCode' });
  return (
    <>
      <Field label={label} group="radios" error={fieldState.error?.message}>
        <RadioCards value={field.value} onValueChange={field.onChange} options={options} />
      </Field>
      {children}
      <Field
        label="Additional Information?"
        optional
        error={form.formState.errors.additionalInformation?.message}
      >
        <TextArea {...form.register('additionalInformation')} maxLength={2_000} />
      </Field>
    </>
  );
}
