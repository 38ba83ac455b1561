import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ownPassword } from '#shared/api/own-password.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  removePasskey,
  renamePasskey,
  viewPasskeys,
} from '#shared/api/passkeys.ts';
import { passkeyName } from '#shared/rules/auth/passkeys.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { refresh } from '#web/api/queries.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { FormDialog } from '#web/shell/FormDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { confirmWithPasskey } from '../../confirm-with-passkey.ts';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { OwnUsername } from '../../OwnUsername.tsx';
import { makePasskey, suggestedName } from '../../passkey-browser.ts';
import type { Passkey } from './session-words.ts';

export type PasskeyDialogProps = {
  /** `proof`: for staff an operator's link, or PASSKEY to confirm it with a passkey that opens the desk. */
  task:
    | { kind: 'add'; proof: string | undefined }
    | { kind: 'rename' | 'remove'; passkey: Passkey };
  onClose: () => void;
  /** Called when a passkey was added. */
  onAdded?: () => void;
  /** The element to focus once a passkey is removed. */
  returnFocus: () => HTMLElement | null;
};

/* A dialog that adds, renames or removes a passkey. */
export function PasskeyDialog({ task, onClose, onAdded, returnFocus }: PasskeyDialogProps) {
  if (task.kind === 'add') return <Add proof={task.proof} onClose={onClose} onAdded={onAdded} />;
  const { kind, passkey } = task;
  if (kind === 'rename') return <Rename passkey={passkey} onClose={onClose} />;
  return <Remove passkey={passkey} onClose={onClose} returnFocus={returnFocus} />;
}

const addForm = z.extend(z.pick(beginPasskeyRegistration.input, { password: true }), {
  name: passkeyName,
});

type AddProps = Pick<PasskeyDialogProps, 'onClose' | 'onAdded'> & { proof: string | undefined };

function Add({ proof, onClose, onAdded }: AddProps) {
  const form = useForm({
    resolver: zodResolver(addForm),
    defaultValues: { name: suggestedName(), password: '' },
  });
  const { errors } = form.formState;
  const submission = useSubmission(form, {
    failed: 'No passkey was added. Please try again.',
    send: async ({ name, password }) => {
      const proven = await proofOf(proof);
      const options = await call(beginPasskeyRegistration, { password, ...proven });
      const response = await makePasskey(options);
      await call(finishPasskeyRegistration, { ...response, name, ...proven });
      onAdded?.();
      await refresh(viewPasskeys);
      toast.success(`Your passkey is added. ${waitEndWords(serverNow())}`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Add a passkey"
      description={`Your browser then asks for your fingerprint, face or screen lock, which stay on your device. ${afterStepWords('PASSKEY_ADDED')}`}
      action="Continue"
      onClose={onClose}
      {...submission}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <OwnUsername />
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}

/** What staff prove besides the password; nothing for everybody else. */
async function proofOf(proof: string | undefined) {
  if (proof === undefined) return {};
  return proof === 'PASSKEY'
    ? { confirmation: await confirmWithPasskey('PASSKEY') }
    : { link: proof };
}

type OneProps = { passkey: Passkey; onClose: () => void };

const renameForm = z.pick(renamePasskey.input, { name: true });

function Rename({ passkey, onClose }: OneProps) {
  const form = useForm({
    resolver: zodResolver(renameForm),
    defaultValues: { name: passkey.name },
  });
  const submission = useSubmission(form, {
    failed: 'The passkey keeps its name. Please try again.',
    send: async ({ name }) => {
      await call(renamePasskey, { passkeyId: passkey.id, name });
      await refresh(viewPasskeys);
      onClose();
    },
  });
  return (
    <FormDialog title="Rename passkey" action="Save" onClose={onClose} {...submission}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}

const removeForm = z.object({ password: ownPassword });
/** A passkey that confirms nothing yet is removed without the password, so that an owner undoes it at once. */
const removeNewForm = z.object({ password: z.string() });

function Remove({
  passkey,
  onClose,
  returnFocus,
}: OneProps & Pick<PasskeyDialogProps, 'returnFocus'>) {
  const isNew = serverNow() < passkey.confirmsFrom;
  const form = useForm({
    resolver: zodResolver(isNew ? removeNewForm : removeForm),
    defaultValues: { password: '' },
  });
  const submission = useSubmission(form, {
    failed: 'The passkey wasn’t removed. Please try again.',
    send: async ({ password }) => {
      await call(removePasskey, { passkeyId: passkey.id, ...(!isNew && { password }) });
      await refresh(viewPasskeys);
      const ends = isNew ? '' : ` ${waitEndWords(serverNow())}`;
      toast.success(`${passkey.name} can’t sign in anymore.${ends}`);
      onClose();
      returnFocus()?.focus();
    },
  });
  return (
    <FormDialog
      title="Remove passkey?"
      description={
        <p>
          {passkey.name} can’t sign in or confirm anymore.{' '}
          {isNew
            ? 'If you didn’t add it, change your password too.'
            : afterStepWords('PASSKEY_REMOVED')}
        </p>
      }
      action="Remove passkey"
      variant="danger"
      onClose={onClose}
      {...submission}
    >
      {!isNew && (
        <>
          <OwnUsername />
          <Field label="Your password" error={form.formState.errors.password?.message}>
            <PasswordInput autoComplete="current-password" {...form.register('password')} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
