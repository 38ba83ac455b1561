import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { correctPhoneNumber } from '#shared/api/auth.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { phoneNumber } from '../../phone-number.ts';

export type PhoneNumberCorrectionProps = {
  userId: string;
  /** As typed at registration. */
  current: string;
  onSent: (phoneNumber: string) => void;
  onBack: () => void;
  /** Called when the registration has expired. */
  onLapsed: () => void;
};

const formSchema = z.extend(correctPhoneNumber.input, { phoneNumber });

/* Corrects the phone number of an unconfirmed registration. */
export function PhoneNumberCorrection({
  userId,
  current,
  onSent,
  onBack,
  onLapsed,
}: PhoneNumberCorrectionProps) {
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { userId, phoneNumber: formatPhoneNumber(current) },
  });
  const submission = useSubmission(form, {
    failed: 'We couldn’t send a code to this number. Please try again.',
    send: async (input) => {
      try {
        await call(correctPhoneNumber, input);
      } catch (fault) {
        if (isRefusal(fault, 'NOT_FOUND')) return onLapsed();
        throw fault;
      }
      onSent(input.phoneNumber);
    },
  });
  return (
    <FormPage
      title="Correct your number"
      header="brand"
      action={<span />}
      lead="Your name, username, and password stay as they are. The code we sent before stops working."
      {...submission}
      submit="Send code"
      secondary={
        <Button variant="quiet" block onClick={onBack}>
          Back to the code
        </Button>
      }
    >
      <PhoneNumberField
        error={form.formState.errors.phoneNumber?.message}
        {...form.register('phoneNumber')}
      />
    </FormPage>
  );
}
