import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { confirmEmail, sendEmailCode, viewEmail } from '#shared/api/email.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { refresh } from '#web/api/queries.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { ResendCode } from '#web/ui/ResendCode.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { CodeField } from '../../CodeField.tsx';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { OwnUsername } from '../../OwnUsername.tsx';
import { useResend } from '../../resend-code.ts';

export type ConfirmEmailProps = {
  email: string;
  /** When the last code was sent, in epoch milliseconds by the clock of this device. */
  sentAt: number;
  /** Whether the user had no address before. */
  isNew: boolean;
  onSent: () => void;
  onDone: () => void;
  onAnother: () => void;
};

const formSchema = z.pick(confirmEmail.input, { code: true, password: true });

/* The second step: the code from the mailbox, and the password. */
export function ConfirmEmail(props: ConfirmEmailProps) {
  const { email, sentAt, isNew, onSent, onDone, onAnother } = props;
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { code: '', password: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed:
      'No confirmation came back, so your address may be saved. If Settings don’t show it, please try again.',
    send: async (proof) => {
      await call(confirmEmail, { email, ...proof });
      await refresh(viewEmail);
      toast.success(`Your email address is confirmed. ${waitEndWords(serverNow())}`);
      onDone();
    },
  });
  const resend = useResend({
    code: { read: () => form.getValues('code'), clear: () => form.resetField('code') },
    sentAt,
    failed: 'The code may not have been sent. Please try again.',
    send: async () => {
      await call(sendEmailCode, { email });
      onSent();
    },
  });
  return (
    <FormPage
      title="Confirm email address"
      back={paths.settings()}
      lead={
        <>
          <span role="status">Verification code sent</span> to{' '}
          <span className="wrap-anywhere text-ink">{email}</span>. It’s valid for 10 minutes. Look
          in the spam folder too.
        </>
      }
      {...submission}
      submit="Confirm"
      secondary={
        <Button variant="quiet" block onClick={onAnother}>
          Use another address
        </Button>
      }
    >
      <div className="grid gap-1">
        <CodeField control={form.control} name="code" label="Verification code" autoFocus />
        <ResendCode {...resend} />
      </div>
      <OwnUsername />
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <p className="text-[0.9375rem] text-soft">
        {isNew
          ? 'We also tell your devices that an address was added. '
          : 'We also tell your devices. '}
        {afterStepWords('EMAIL_CHANGE')}
      </p>
    </FormPage>
  );
}
