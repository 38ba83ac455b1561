import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { requestPasswordReset } from '#shared/api/auth.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { UsernameInput } from '#web/ui/UsernameInput.tsx';
import { passwordReset } from '../../flow-state.ts';

export const REQUEST_FAILED = 'Error while requesting reset. Please try again.';

/* Sends the code for a password reset. docs/product/auth.md#password-reset */
export function Component() {
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const form = useForm({
    resolver: zodResolver(requestPasswordReset.input),
    defaultValues: { username: '' },
  });
  const submission = useSubmission(form, {
    failed: REQUEST_FAILED,
    send: async (input) => {
      await call(requestPasswordReset, input);
      passwordReset.keep({ username: input.username, sentAt: serverNow() });
      if (isPageOpen()) await navigate(paths.forgetPasswordVerification());
    },
  });
  return (
    <FormPage
      title="Forgot your password?"
      header="brand"
      action={<span />}
      lead="Tell us your username. We text six digits to its phone, and then you set a new password."
      {...submission}
      submit="Send code"
      secondary={
        <>
          <Button variant="quiet" block render={<Link to={paths.recoverAccount()} />}>
            I no longer have this phone
          </Button>
          <Button variant="quiet" block render={<Link to={paths.login()} />}>
            Back to sign-in
          </Button>
        </>
      }
    >
      <Field label="Username" error={form.formState.errors.username?.message}>
        <UsernameInput {...form.register('username')} />
      </Field>
      <p className="text-[0.9375rem] text-soft">
        It waits 72 hours after the account was recovered by email, after its phone number, email
        address, passkeys or payouts were changed, and after such a change was stopped. The text
        message then says from when on it works; until then a texted code still signs you in. If
        that change wasn’t yours, stop it with the link in our message about it.
      </p>
    </FormPage>
  );
}
