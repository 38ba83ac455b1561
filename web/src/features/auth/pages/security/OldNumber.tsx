import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { sendOldNumberCode } from '#shared/api/phone-change.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { ResendCode } from '#web/ui/ResendCode.tsx';
import { CodeField } from '../../CodeField.tsx';
import { RESEND_WAIT } from '../../flow-state.ts';
import { useResend } from '../../resend-code.ts';
import { useConfirmingPasskey } from '../../use-confirming-passkey.ts';
import { CHANGE_FAILED } from './NewNumber.tsx';
import type { PhoneProof } from './phone-proof.ts';

const AT_ONCE =
  'The number changes at once, unless your sign-in, passkeys or payouts changed in the last 72 hours.';

/* The choice between a code from the old number, a passkey that confirms the change, and a wait of 72 hours. */
export function OldNumber({ form }: { form: UseFormReturn<PhoneProof> }) {
  const { phoneNumber } = useCurrentUser();
  const canConfirm = useConfirmingPasskey();
  return (
    <>
      <Field label="Your current number" group="radios">
        <Controller
          control={form.control}
          name="way"
          render={({ field }) => (
            <RadioCards
              value={field.value}
              onValueChange={field.onChange}
              options={[
                {
                  value: 'code',
                  label: `Text a code to ${phoneNumber}`,
                  hint: AT_ONCE,
                },
                ...(canConfirm
                  ? [
                      {
                        value: 'passkey' as const,
                        label: 'Use a passkey',
                        hint: AT_ONCE,
                      },
                    ]
                  : []),
                {
                  value: 'wait',
                  label: 'I can’t get texts there',
                  hint: 'The change waits 72 hours.',
                },
              ]}
            />
          )}
        />
      </Field>
      {form.watch('way') === 'code' && <OldCode form={form} />}
    </>
  );
}

function OldCode({ form }: { form: UseFormReturn<PhoneProof> }) {
  const [sent, setSent] = useState(false);
  const resend = useResend({
    code: { read: () => form.getValues('oldCode'), clear: () => form.resetField('oldCode') },
    // In the past, so that the first code can be sent at once.
    sentAt: serverNow() - RESEND_WAIT,
    failed: CHANGE_FAILED,
    send: async () => {
      await call(sendOldNumberCode, {});
      setSent(true);
    },
  });
  return (
    <div className="grid gap-1">
      {!sent && (
        <Button variant="quiet" size="md" block busy={resend.sending} onClick={resend.onResend}>
          Send the code
        </Button>
      )}
      <CodeField control={form.control} name="oldCode" label="Code from your current number" />
      {sent && <ResendCode {...resend} />}
    </div>
  );
}
