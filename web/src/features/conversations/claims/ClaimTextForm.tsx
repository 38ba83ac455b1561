import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ClaimAction } from '#shared/rules/conversations/claim-states.ts';
import { CLAIM_TEXT_MAX, claimText } from '#shared/rules/conversations/claim-text.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { CallOptions } from '#web/api/client.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import type { Conversation } from '../conversation.ts';
import { EndingForm, useThreadForm } from '../EndingForm.tsx';

const formSchema = z.object({ text: claimText });

type ClaimTextFormProps = {
  conversation: Conversation;
  side: Side;
  action: Extract<ClaimAction, 'askForDecision'>;
  send: (text: string, options: CallOptions) => Promise<unknown>;
  /** The address of the conversation. */
  back: string;
  title: string;
  submit: string;
  note: string;
  label: string;
  children: ReactNode;
};

/** The form with which a side takes a claim to the desk. The text is kept on the device until it is sent. */
export function ClaimTextForm(props: ClaimTextFormProps) {
  const { conversation, side, action, send, label, children, ...page } = props;
  const leave = useLeaveForm('top');
  const draftKey = `${action}_${conversation.id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { text: draft.read() },
  });
  const sending = useThreadForm(form, {
    side,
    possible: conversation.claim?.actions.includes(action) ?? false,
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async ({ text }, options) => {
      await send(text, options);
      draft.clear();
    },
    leave: () => leave(page.back),
  });
  return (
    <EndingForm {...page} {...sending}>
      {children}
      <Field label={label} error={form.formState.errors.text?.message}>
        <TextArea
          {...form.register('text', { onChange: (event) => draft.write(event.target.value) })}
          maxLength={CLAIM_TEXT_MAX}
        />
      </Field>
    </EndingForm>
  );
}
