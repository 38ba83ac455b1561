import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { sendOneTimeLoginCode } from '#shared/api/auth.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { oneTimeLogin } from '../../flow-state.ts';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { phoneNumber } from '../../phone-number.ts';

export const REQUEST_FAILED = 'Error while requesting one-time login. Please try again.';

const formSchema = z.extend(sendOneTimeLoginCode.input, { phoneNumber });

/* Sends a sign-in code by text message. docs/product/auth.md#one-time-sign-in */
export function Component() {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { phoneNumber: '' },
  });
  const submission = useSubmission(form, {
    failed: REQUEST_FAILED,
    send: async (input) => {
      await call(sendOneTimeLoginCode, input);
      oneTimeLogin.keep({ phoneNumber: input.phoneNumber, sentAt: serverNow() });
      if (isPageOpen()) await navigate(paths.oneTimeLoginVerification());
    },
  });
  return (
    <FormPage
      title="Sign in with a code"
      header="brand"
      action={<span />}
      lead="No password needed. We text six digits to the phone number of your account."
      {...submission}
      submit="Send One-Time Code"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.login()} />}>
          Back to sign-in
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
