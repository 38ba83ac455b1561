import { zodResolver } from '@hookform/resolvers/zod';
import { Mail, X } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { sendEmailCode } from '#shared/api/email.ts';
import { call } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useSubmission } from '../../forms/submission.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { emailChange } from '../auth/flow-state.ts';

export type EmailOfferFormProps = { title: string; onDecline: () => void };

/* The form of the offer, which is loaded only where the offer is made. */
export function EmailOfferForm({ title, onDecline }: EmailOfferFormProps) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(sendEmailCode.input),
    defaultValues: { email: '' },
  });
  const submission = useSubmission(form, {
    failed: 'The code may not have been sent. Please try again.',
    send: async (input) => {
      await call(sendEmailCode, input);
      emailChange.keep({ email: input.email, sentAt: serverNow() });
      await navigate(paths.email());
    },
  });
  return (
    <section
      aria-label={title}
      className="relative flex w-full gap-3 rounded-card border border-rule bg-card p-4 text-left"
    >
      <Mail aria-hidden className="mt-0.5 size-5 shrink-0 text-soft" />
      <form noValidate onSubmit={submission.onSubmit} className="grid min-w-0 flex-1 gap-3">
        <div className="pr-10">
          <h2 className="font-semibold">{title}</h2>
          {/* One line below a list: a longer text would be the largest of the screen, and the last to be painted. */}
          <p className="text-[0.875rem] text-soft">This browser can’t show notifications.</p>
        </div>
        <Field label="Email address" error={form.formState.errors.email?.message}>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <p role="alert" className="font-medium text-[0.875rem] text-red-text empty:hidden">
          {submission.error}
        </p>
        <Button type="submit" size="md" variant="quiet" busy={submission.busy}>
          Send code
        </Button>
      </form>
      <button
        type="button"
        aria-label="Don’t offer this again"
        onClick={onDecline}
        className="absolute top-2 right-2 grid size-11 place-items-center text-soft"
      >
        <X aria-hidden className="size-5" />
      </button>
    </section>
  );
}
