import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { requestAccountDeletion, viewAccountDeletion } from '#shared/api/account-deletion.ts';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { ownPassword } from '#shared/api/own-password.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { refresh } from '#web/api/queries.ts';
import { OwnUsername } from '#web/features/auth/OwnUsername.tsx';
import { useConfirmingPasskey } from '#web/features/auth/use-confirming-passkey.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { FormDialog } from '#web/shell/FormDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { toast } from '#web/ui/Toast.tsx';

const form = z.object({ password: ownPassword });
const FAILED = 'Nothing was deleted. Please try again.';

/* Asks for the password or a passkey, and requests the deletion. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const hasPasskey = useConfirmingPasskey();
  const fields = useForm({ resolver: zodResolver(form), defaultValues: { password: '' } });
  const request = async (proof: { password: string } | { confirmation: string }) => {
    await call(requestAccountDeletion, proof);
    toast.success('Your request is saved. You can keep your account until then.');
    onClose();
    await refresh(viewAccountDeletion, viewDashboardStats);
  };
  const submission = useSubmission(fields, { failed: FAILED, send: request });
  const passkey = useSubmission(fields, {
    failed: FAILED,
    explain: (fault) => sentenceOf(fault) ?? FAILED,
    send: async () => {
      const { confirmWithPasskey } = await import('#web/features/auth/confirm-with-passkey.ts');
      await request({ confirmation: await confirmWithPasskey('DELETION') });
    },
  });
  return (
    <FormDialog
      title="Delete your account?"
      description="Nothing is deleted for 14 days. We tell you again two days before."
      action="Delete my account"
      variant="danger"
      secondary={
        hasPasskey && (
          <Button
            block
            busy={passkey.busy}
            variant="quiet"
            onClick={() => passkey.attempt({ password: '' })}
          >
            Use a passkey instead
          </Button>
        )
      }
      {...submission}
      error={submission.error ?? passkey.error}
      onClose={() => !passkey.busy && onClose()}
    >
      <OwnUsername />
      <Field label="Your password" error={fields.formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...fields.register('password')} />
      </Field>
    </FormDialog>
  );
}
