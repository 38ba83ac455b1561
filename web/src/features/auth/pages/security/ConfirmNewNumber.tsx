import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { checkUser } from '#shared/api/current-session.ts';
import { changePhoneNumber, sendVerificationCode } from '#shared/api/phone-change.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { refresh } from '#web/api/queries.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { ResendCode } from '#web/ui/ResendCode.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { CodeField } from '../../CodeField.tsx';
import { phoneChange } from '../../flow-state.ts';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { OwnUsername } from '../../OwnUsername.tsx';
import { useResend } from '../../resend-code.ts';
import { CHANGE_FAILED } from './NewNumber.tsx';
import { OldNumber } from './OldNumber.tsx';
import { type PhoneProof, phoneProof } from './phone-proof.ts';

export type ConfirmNewNumberProps = {
  /** In E.164 or display format. */
  phoneNumber: string;
  /** When the last code was sent, in epoch milliseconds by the clock of this device. */
  sentAt: number;
  onAnotherNumber: () => void;
};

/* The second step: the code from the new number, the password, and the code from the old one or the wait. */
export function ConfirmNewNumber({ phoneNumber, sentAt, onAnotherNumber }: ConfirmNewNumberProps) {
  const leave = useLeaveForm();
  const user = useCurrentUser();
  const shown = formatPhoneNumber(phoneNumber);
  const hasWaited = shown === user.nextPhoneNumber && isPast(user.nextPhoneNumberAt);
  const form = useForm<PhoneProof>({
    resolver: zodResolver(phoneProof),
    defaultValues: {
      code: '',
      password: '',
      way: hasWaited || user.phoneNumber === '' ? 'none' : 'code',
      oldCode: '',
    },
  });
  const { errors } = form.formState;
  const way = form.watch('way');
  const submission = useSubmission(form, {
    failed: CHANGE_FAILED,
    send: async ({ code, password, oldCode }) => {
      const proof = {
        phoneNumber,
        code,
        password,
        ...(way === 'code' && { oldCode }),
        ...(way === 'passkey' && { confirmation: await passkeyConfirmation() }),
      };
      const { effectiveAt } = await call(changePhoneNumber, proof);
      phoneChange.forget();
      await refresh(checkUser);
      toast.success(
        effectiveAt === null
          ? `Your phone number is changed. All other devices are signed out. ${waitEndWords(serverNow())}`
          : `You can change your number after ${deadlineWords(effectiveAt, serverNow())}. Come back within 7 days after that to finish.`,
      );
      leave(paths.settings());
    },
  });
  const resend = useResend({
    code: { read: () => form.getValues('code'), clear: () => form.resetField('code') },
    sentAt,
    failed: CHANGE_FAILED,
    send: async () => {
      await call(sendVerificationCode, { phoneNumber });
      phoneChange.keep({ phoneNumber, sentAt: serverNow() });
    },
  });
  return (
    <FormPage
      title="Change phone number"
      back={paths.settings()}
      lead={
        <>
          <span role="status">Verification code sent</span> to{' '}
          <span className="whitespace-nowrap text-ink">{shown}</span>. It’s valid for 10 minutes.
        </>
      }
      {...submission}
      submit={way === 'wait' ? 'Request the change' : 'Change number'}
      secondary={
        <Button variant="quiet" block onClick={onAnotherNumber}>
          Use another number
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
      {way !== 'none' && <OldNumber form={form} />}
      <p className="text-[0.9375rem] text-soft">
        {way === 'wait'
          ? 'Nothing changes for 72 hours. We tell your number, your email address and your devices, where you can stop it.'
          : `All other devices are signed out. ${afterStepWords('PHONE_CHANGE')}`}
      </p>
    </FormPage>
  );
}

async function passkeyConfirmation(): Promise<string> {
  const { confirmWithPasskey } = await import('../../confirm-with-passkey.ts');
  return confirmWithPasskey('PHONE');
}

const isPast = (at: number | null) => at !== null && at <= serverNow();
