import { zodResolver } from '@hookform/resolvers/zod';
import { Eye } from 'lucide-react';
import * as z from 'zod/mini';
import { deskReason, REASON_MAX } from '#shared/rules/desk/decisions.ts';
import { useDraftForm } from '../../forms/draft-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const formSchema = z.object({ reason: deskReason });

export type ViewReasonFormProps = {
  /** The content that is shown afterwards: "the messages". */
  what: string;
  /** The case, person or conversation, which names the draft of the reason. */
  about: string;
  /** Resolves with whether the content is shown. */
  onReason: (reason: string) => Promise<boolean>;
  /** Whether it is being loaded. */
  loading: boolean;
  /** Why it was not shown, in a sentence. */
  error?: string | undefined;
};

/** Asks why a member of staff wants to view private content. */
export function ViewReasonForm({ what, about, onReason, loading, error }: ViewReasonFormProps) {
  const { form, clearDraft } = useDraftForm({
    draftKey: `deskLook_${about}`,
    resolver: zodResolver(formSchema),
    defaultValues: { reason: '' },
  });
  const show = form.handleSubmit(async ({ reason }) => {
    if (await onReason(reason)) clearDraft();
  });
  return (
    <form
      noValidate
      onSubmit={show}
      className="grid gap-3 rounded-card border border-rule bg-tint/40 p-4"
    >
      <Field
        label={`Why do you look at ${what}?`}
        hint="We log that you viewed this, and your reason."
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
