import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { updatePassword } from '../../../../../../shared/api/auth.ts';
import { call } from '../../../../api/client.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { useLeaveForm } from '../../../../shell/leave-form.ts';
import { Field } from '../../../../ui/Field.tsx';
import { PasswordInput } from '../../../../ui/PasswordInput.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { OwnUsername } from '../../OwnUsername.tsx';
import { PASSWORD_RULES } from '../../password-rules.ts';
import { passwordChange } from './password-change.ts';

/* Changes the password of a user who knows the current one. docs/product/auth.md#password-change */
export function Component() {
  const leave = useLeaveForm();
  const form = useForm({
    resolver: zodResolver(passwordChange),
    defaultValues: { oldPassword: '', newPassword: '', repeatPassword: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed: 'Error while updating password. Please try again.',
    send: async ({ oldPassword, newPassword }) => {
      await call(updatePassword, { oldPassword, newPassword });
      toast.success('Your password is changed. All other devices are signed out.');
      leave(paths.settings());
    },
  });
  return (
    <FormPage
      title="Change password"
      back={paths.settings()}
      lead="You stay signed in here. All other devices are signed out."
      {...submission}
      submit="Save"
    >
      <OwnUsername />
      <Field label="Old password" error={errors.oldPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('oldPassword')} />
      </Field>
      <Field label="New password" error={errors.newPassword?.message}>
        <PasswordInput
          autoComplete="new-password"
          rules={PASSWORD_RULES}
          {...form.register('newPassword')}
        />
      </Field>
      <Field label="Repeat new password" error={errors.repeatPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('repeatPassword')} />
      </Field>
    </FormPage>
  );
}
