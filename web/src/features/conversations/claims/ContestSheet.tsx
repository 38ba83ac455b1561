import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { contestClaim } from '#shared/api/claims.ts';
import {
  CLAIM_TEXT_MAX,
  CLAIM_TEXT_MIN,
  claimText,
} from '#shared/rules/conversations/claim-text.ts';
import { readableLength } from '#shared/rules/text/readable-text.ts';
import { call } from '#web/api/client.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { CountLine } from '#web/ui/CharCount.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import type { Conversation } from '../conversation.ts';
import { useThreadForm } from '../EndingForm.tsx';

const formSchema = z.object({ text: claimText });

export type Contest = ReturnType<typeof useContest>;

/** The form with which the recipient takes a claim to the desk. The text is kept on the device until it is sent. */
export function useContest({ id: inboxId, claim }: Conversation, leave: () => void) {
  const draftKey = `contest_${inboxId}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { text: draft.read() },
  });
  const text = useWatch({ control: form.control, name: 'text' });
  const sending = useThreadForm(form, {
    side: 'recipient',
    possible: claim?.actions.includes('contest') ?? false,
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async (content, options) => {
      await call(contestClaim, { inboxId, text: content.text }, options);
      draft.clear();
    },
    leave,
  });
  return { form, sending, text, isWritten: text.trim() !== '', keep: draft.write };
}

/** The sheet of what the recipient says about a claim, in plain text. */
export function ContestSheet({ contest: { form, text, keep } }: { contest: Contest }) {
  return (
    <div className="answer-sheet contest-sheet letter">
      <Field
        label="Why does your answer stand?"
        labelHidden
        counterBelow
        error={form.formState.errors.text?.message}
        counter={<CountLine count={readableLength(text)} min={CLAIM_TEXT_MIN} />}
      >
        <TextArea
          {...form.register('text', { onChange: (event) => keep(event.target.value) })}
          maxLength={CLAIM_TEXT_MAX}
          placeholder="Why does your answer stand?"
        />
      </Field>
    </div>
  );
}
