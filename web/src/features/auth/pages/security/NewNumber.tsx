import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import { sendVerificationCode } from '#shared/api/phone-change.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { phoneNumber } from '../../phone-number.ts';

export const CHANGE_FAILED = 'Error while updating phone number. Please try again.';

export type NewNumberProps = {
  /** The number to correct, in E.164; empty at first. */
  typed: string;
  onSent: (phoneNumber: string) => void;
};

const formSchema = z.extend(sendVerificationCode.input, { phoneNumber });

/* The first step: enter the new number, to which a code is sent. */
export function NewNumber({ typed, onSent }: NewNumberProps) {
  const { phoneNumber: current } = useCurrentUser();
  const { form, clearDraft } = useDraftForm({
    draftKey: 'newNumber',
    resolver: zodResolver(formSchema),
    defaultValues: { phoneNumber: formatPhoneNumber(typed) },
  });
  const submission = useSubmission(form, {
    failed: CHANGE_FAILED,
    send: async (input) => {
      await call(sendVerificationCode, input);
      clearDraft();
      onSent(input.phoneNumber);
    },
  });
  return (
    <FormPage
      title="Change phone number"
      back={paths.settings()}
      lead={
        <>
          Your number is <span className="whitespace-nowrap text-ink">{current}</span>. We text six
          digits to the new one. Then we ask for your password and a code from the number you have
          now. The change waits 72 hours without that code or a passkey, and after another change of
          your sign-in, passkeys or payouts.
        </>
      }
      {...submission}
      submit="Send code"
    >
      <PhoneNumberField
        label="New phone number"
        error={form.formState.errors.phoneNumber?.message}
        {...form.register('phoneNumber')}
      />
    </FormPage>
  );
}
