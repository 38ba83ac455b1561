import { zodResolver } from '@hookform/resolvers/zod';
import { sendEmailCode } from '#shared/api/email.ts';
import { call } from '#web/api/client.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

export type NewEmailProps = {
  current: string | null;
  /** The address to correct; empty at first. */
  typed: string;
  onSent: (email: string) => void;
};

/* The first step: enter the address, to which a code is sent. */
export function NewEmail({ current, typed, onSent }: NewEmailProps) {
  const { form, clearDraft } = useDraftForm({
    draftKey: 'newEmail',
    resolver: zodResolver(sendEmailCode.input),
    defaultValues: { email: typed },
  });
  const submission = useSubmission(form, {
    failed: 'The code may not have been sent. Please try again.',
    send: async (input) => {
      await call(sendEmailCode, input);
      clearDraft();
      onSent(input.email);
    },
  });
  return (
    <FormPage
      title={current === null ? 'Email address' : 'Change email address'}
      back={paths.settings()}
      lead="Optional. We’ll email you receipts, and notifications that didn’t reach your devices."
      {...submission}
      submit="Send code"
    >
      <Field label="Email address" error={form.formState.errors.email?.message}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
    </FormPage>
  );
}
