import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { updatePassword } from '#shared/api/auth.ts';
import { viewPasskeys } from '#shared/api/passkeys.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { failedBecause, failureWords } from '#web/api/failure-words.ts';
import { queryClient, refresh } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { KeptPasskeys, type ListedPasskey } from '../../KeptPasskeys.tsx';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { OwnUsername } from '../../OwnUsername.tsx';
import { securityQueries } from '../../passkey-queries.ts';
import { PASSWORD_RULES } from '../../password-rules.ts';
import { passwordChange } from './password-change.ts';

export const loader = queryLoader(() => ({ passkeys: securityQueries().passkeys }));

const FAILED = 'Error while updating password. Please try again.';
/** A lost change cannot be sent again: the old password may be gone. */
const CHANGE_UNKNOWN =
  'No confirmation came back. If your old password is refused now, your new one is in force.';

/* Changes the password of a user who knows the current one. docs/product/auth.md#password-change */
export function Component() {
  const leave = useLeaveForm();
  const passkeys = useQuery(securityQueries().passkeys);
  const [keptPasskeys, setKept] = useState<readonly string[]>([]);
  const form = useForm({
    resolver: zodResolver(passwordChange),
    defaultValues: { oldPassword: '', newPassword: '', repeatPassword: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed: FAILED,
    explain: (fault) =>
      isRefusal(fault, 'UNAVAILABLE', 'INTERNAL')
        ? failedBecause(FAILED, CHANGE_UNKNOWN)
        : failureWords(FAILED, fault),
    send: async ({ oldPassword, newPassword }) => {
      const kept = await keptOf(passkeys.data?.data, keptPasskeys);
      await call(updatePassword, { oldPassword, newPassword, keptPasskeys: kept });
      await refresh(viewPasskeys);
      toast.success(
        `Your password is changed. All other devices are signed out. ${waitEndWords(serverNow())}`,
      );
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
      {passkeys.data && (
        <KeptPasskeys passkeys={passkeys.data.data} kept={keptPasskeys} onChange={setKept} />
      )}
      <p className="text-[0.9375rem] text-soft">{afterStepWords('PASSWORD_CHANGE')}</p>
    </FormPage>
  );
}

/** The passkeys that stay: the ticked ones, or all if the list was not loaded, so that none ends unseen. */
async function keptOf(
  listed: readonly ListedPasskey[] | undefined,
  ticked: readonly string[],
): Promise<string[]> {
  if (listed) return [...ticked];
  const { data } = await queryClient.fetchQuery(securityQueries().passkeys);
  return data.map(({ id }) => id);
}
