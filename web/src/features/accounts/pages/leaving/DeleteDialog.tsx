import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  requestAccountDeletion,
  viewAccountDeletion,
} from '../../../../../../shared/api/account-deletion.ts';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { ownPassword } from '../../../../../../shared/api/own-password.ts';
import { call } from '../../../../api/client.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { refresh } from '../../../../api/queries.ts';
import { sentenceOf, useSubmission } from '../../../../forms/submission.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { ErrorSummary } from '../../../../ui/FormShell.tsx';
import { PasswordInput } from '../../../../ui/PasswordInput.tsx';
import { toast } from '../../../../ui/Toast.tsx';

const form = z.object({ password: ownPassword });
const FAILED = 'Nothing was deleted. Please try again.';

/* Asks for the password or a passkey, and requests the deletion. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { username } = useCurrentUser();
  const fields = useForm({ resolver: zodResolver(form), defaultValues: { password: '' } });
  const request = async (proof: { password: string } | { confirmation: string }) => {
    await call(requestAccountDeletion, proof);
    toast.success('Your request is saved. You can keep your account until then.');
    onClose();
    await refresh(viewAccountDeletion, viewDashboardStats);
  };
  const { busy, error, onSubmit } = useSubmission(fields, { failed: FAILED, send: request });
  const passkey = usePasskey((confirmation) => request({ confirmation }));
  const words = error ?? passkey.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && !passkey.busy && onClose()}
      title="Delete your account?"
      description="Nothing is deleted for 14 days. We tell you again two days before."
    >
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {words && <ErrorSummary key={words} words={words} />}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Field label="Your password" error={fields.formState.errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...fields.register('password')} />
        </Field>
        <div className="grid gap-2.5">
          <Button type="submit" block busy={busy} variant="danger">
            Delete my account
          </Button>
          {'PublicKeyCredential' in window && (
            <Button block busy={passkey.busy} variant="quiet" onClick={passkey.confirm}>
              Use a passkey instead
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Confirms with a passkey in place of the password. */
function usePasskey(send: (confirmation: string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { confirmWithPasskey } = await import('../../../auth/confirm-with-passkey.ts');
      await send(await confirmWithPasskey('DELETION'));
    } catch (fault) {
      setError(sentenceOf(fault) ?? FAILED);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, confirm };
}
