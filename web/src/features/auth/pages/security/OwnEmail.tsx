import { zodResolver } from '@hookform/resolvers/zod';
import { MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { removeEmail, viewEmail } from '#shared/api/email.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { refresh } from '#web/api/queries.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormDialog } from '#web/shell/FormDialog.tsx';
import { Page } from '#web/shell/Page.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { afterStepWords, waitEndWords } from '../../ladder-words.ts';
import { OwnUsername } from '../../OwnUsername.tsx';

export type OwnEmailProps = {
  address: string;
  suppressed: 'BOUNCE' | 'COMPLAINT' | null;
  onChange: () => void;
};

/* The confirmed address, what it is for, and whether messages to it arrive. */
export function OwnEmail({ address, suppressed, onChange }: OwnEmailProps) {
  const [removing, setRemoving] = useState(false);
  return (
    <Page
      title="Email address"
      back={paths.settings()}
      actionBar={
        <ActionBar>
          <Button block onClick={onChange}>
            {suppressed === null ? 'Change address' : 'Confirm an address'}
          </Button>
          <Button block variant="quiet" onClick={() => setRemoving(true)}>
            Remove address
          </Button>
        </ActionBar>
      }
    >
      <div className="grid gap-5">
        <p className="wrap-anywhere font-serif text-xl">{address}</p>
        {suppressed !== null && (
          <Banner tone="due" icon={MailWarning} title="We send nothing to this address">
            <p>
              {suppressed === 'BOUNCE'
                ? 'Messages to it came back. Confirm it again once the mailbox works, or use another one.'
                : 'One of our messages was called spam. Confirm the address again if you want them.'}
            </p>
          </Banner>
        )}
        <p>
          Receipts for your payments and what protects your account come here. Everything else comes
          only if no device of yours gets it.
        </p>
        <p className="text-soft">
          <TextLink to={paths.notificationSettings()}>Choose what you are notified of</TextLink>
        </p>
      </div>
      {removing && <Remove onClose={() => setRemoving(false)} />}
    </Page>
  );
}

function Remove({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(removeEmail.input),
    defaultValues: { password: '' },
  });
  const submission = useSubmission(form, {
    failed: 'The address wasn’t removed. Please try again.',
    send: async (input) => {
      await call(removeEmail, input);
      toast.success(`Your email address is removed. ${waitEndWords(serverNow())}`);
      onClose();
      await refresh(viewEmail);
    },
  });
  return (
    <FormDialog
      title="Remove email address?"
      description={`You won’t get emails anymore. We’ll send this address one last message to confirm. ${afterStepWords('EMAIL_CHANGE')}`}
      action="Remove address"
      variant="danger"
      onClose={onClose}
      {...submission}
    >
      <OwnUsername />
      <Field label="Your password" error={form.formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  );
}
