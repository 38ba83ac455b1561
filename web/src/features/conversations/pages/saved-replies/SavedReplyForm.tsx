import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import type { Input } from '#shared/api/operation.ts';
import { createSavedReply, viewSavedReplies } from '#shared/api/saved-replies.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { SAVED_REPLY_TITLE_MAX } from '#shared/rules/conversations/saved-replies.ts';
import { refresh } from '#web/api/queries.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { RichTextField } from '#web/forms/RichTextField.tsx';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/shell/BackLink.tsx';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { Field } from '#web/ui/Field.tsx';
import { LETTER_MARKS } from '#web/ui/rich-text-marks.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { toast } from '#web/ui/Toast.tsx';

type Words = Input<typeof createSavedReply>;

export type SavedReplyFormProps = {
  title: string;
  draftKey: string;
  words?: Words;
  save: (words: Words) => Promise<unknown>;
  /** At the right of the header. */
  action?: ReactNode;
};

/* The form of a saved reply. */
export function SavedReplyForm({ title, draftKey, words, save, action }: SavedReplyFormProps) {
  const leave = useLeaveForm();
  const { form, clearDraft } = useDraftForm({
    draftKey,
    resolver: zodResolver(createSavedReply.input),
    defaultValues: words ?? { title: '', text: '' },
  });
  const submission = useSubmission(form, {
    failed: 'There was an error while saving. Please try again.',
    send: async (typed) => {
      await save(typed);
      clearDraft();
      await refresh(viewSavedReplies);
      toast.success('Saved reply saved');
      leave(paths.savedReplies());
    },
  });
  return (
    <FormPage
      title={title}
      back={paths.savedReplies()}
      action={action}
      {...submission}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<BackLink to={paths.savedReplies()} />}>
          Cancel
        </Button>
      }
    >
      <Field label="Title" hint="Only you see it." error={form.formState.errors.title?.message}>
        <TextInput
          {...form.register('title')}
          maxLength={SAVED_REPLY_TITLE_MAX}
          autoComplete="off"
          placeholder="What I need to know first"
        />
      </Field>
      <RichTextField
        control={form.control}
        name="text"
        label="Text"
        marks={LETTER_MARKS}
        minHeight={200}
        counter={(html) => <CharCount count={plainText(html).length} />}
      />
    </FormPage>
  );
}
