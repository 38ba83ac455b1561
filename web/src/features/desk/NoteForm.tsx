import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { deskNote, NOTE_MAX } from '#shared/rules/desk/decisions.ts';
import type { CallOptions } from '../../api/client.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { useSubmission } from '../../forms/submission.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/Toast.tsx';
import { refreshDesk } from './desk-queries.ts';

const formSchema = z.object({ text: deskNote });

export type NoteFormProps = {
  caseId: string;
  send: (text: string, options: CallOptions) => Promise<unknown>;
};

/** Adds a note to a case. */
export function NoteForm({ caseId, send }: NoteFormProps) {
  const draftKey = `deskNote_${caseId}`;
  const draft = useDraft(draftKey);
  const once = useSendOnce(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { text: draft.read() },
  });
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: 'The note may have been saved. Trying again doesn’t save it twice.',
    send: async ({ text }) => {
      await once.send((options) => send(text, options));
      draft.clear();
      form.reset({ text: '' });
      toast.success('Note added');
      await refreshDesk();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <Field label="New note" error={form.formState.errors.text?.message ?? error}>
        <TextArea
          data-desk-key="m"
          rows={2}
          {...form.register('text', { onChange: (event) => draft.write(event.target.value) })}
          maxLength={NOTE_MAX}
        />
      </Field>
      <Button type="submit" size="md" variant="quiet" busy={busy} className="justify-self-start">
        Add the note
      </Button>
    </form>
  );
}
