import { zodResolver } from '@hookform/resolvers/zod';
import { Eye } from 'lucide-react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { deskReason, REASON_MAX } from '../../../../shared/rules/desk/decisions.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const formSchema = z.object({ reason: deskReason });

export type ViewReasonFormProps = {
  /** The content that is shown afterwards: "the messages". */
  what: string;
  onReason: (reason: string) => void;
  /** Whether it is being loaded. */
  loading: boolean;
  /** Why it was not shown, in a sentence. */
  error?: string | undefined;
};

/** Asks why a member of staff wants to view private content. */
export function ViewReasonForm({ what, onReason, loading, error }: ViewReasonFormProps) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { reason: '' } });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ reason }) => onReason(reason))}
      className="grid gap-3 rounded-card border border-rule bg-tint/40 p-4"
    >
      <Field
        label={`Why do you look at ${what}?`}
        hint="Your look and this reason are written to the audit."
        error={form.formState.errors.reason?.message ?? error}
      >
        <TextInput {...form.register('reason')} maxLength={REASON_MAX} />
      </Field>
      <Button
        type="submit"
        size="md"
        variant="quiet"
        busy={loading}
        icon={<Eye aria-hidden size={16} />}
        className="justify-self-start"
      >
        Show {what}
      </Button>
    </form>
  );
}
