import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { confirmPasswordReset } from '#shared/api/auth.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { passwordReset } from '../../flow-state.ts';
import { KeptPasskeys, type ListedPasskey } from '../../KeptPasskeys.tsx';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { PASSWORD_RULES } from '../../password-rules.ts';
import { newPasswordTwice } from './new-password.ts';

const time = z.custom<Instant>((value) => typeof value === 'number');
const fromTheStepBefore = z.object({
  verificationCode: z.string(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: time, lastUsedAt: z.nullable(time) }),
  ),
});

/* Sets a new password, with the code from the previous screen. docs/product/auth.md#password-reset */
export function Component() {
  const kept = passwordReset.read();
  const { data } = fromTheStepBefore.safeParse(useLocation().state);
  if (!kept || !data) return <Navigate to={paths.forgetPassword()} replace />;
  return <NewPassword username={kept.username} {...data} />;
}

type NewPasswordProps = {
  username: string;
  verificationCode: string;
  passkeys: readonly ListedPasskey[];
};

function NewPassword({ passkeys, ...proof }: NewPasswordProps) {
  const [keptPasskeys, setKept] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const isPageOpen = useIsPageOpen();
  const form = useForm({
    resolver: zodResolver(newPasswordTwice),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed: 'Error while resetting password. Please try again.',
    send: async ({ password }) => {
      await call(confirmPasswordReset, { ...proof, password, keptPasskeys: [...keptPasskeys] });
      passwordReset.forget();
      const ends = waitEndWords(serverNow());
      toast.success(`Your password is changed. Please sign in with it. ${ends}`);
      if (isPageOpen()) await navigate(paths.login(), { replace: true });
    },
  });
  return (
    <FormPage
      title="Set a new password"
      header="brand"
      action={<span />}
      lead="After this, sign in with your new password. You’ll be signed out everywhere else."
      {...submission}
      submit="Reset password"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.forgetPassword()} replace />}>
          Ask for another code
        </Button>
      }
    >
      {/* Password managers save the new password for this username. */}
      <input type="text" autoComplete="username" value={proof.username} readOnly hidden />
      <Field label="New password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          rules={PASSWORD_RULES}
          {...form.register('password')}
        />
      </Field>
      <Field label="Confirm new password" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
      </Field>
      <KeptPasskeys passkeys={passkeys} kept={keptPasskeys} onChange={setKept} />
      <p className="text-[0.9375rem] text-soft">{afterStepWords('PASSWORD_RESET')}</p>
    </FormPage>
  );
}
