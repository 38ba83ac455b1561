import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  CLARIFICATION_MAX,
  clarificationText,
  plainText,
} from '../../../../shared/rules/conversations/messages.ts';
import type { CallOptions } from '../../api/client.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { CharCount } from '../../ui/CharCount.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { toast } from '../../ui/Toast.tsx';
import type { Conversation } from './conversation.ts';
import { EndingForm, useEnding } from './EndingForm.tsx';

const formSchema = z.object({ messageBody: clarificationText });

type ClarificationFormProps = {
  conversation: Conversation;
  side: 'sender' | 'recipient';
  action: 'askForInformation' | 'giveInformation';
  send: (messageBody: string, options: CallOptions) => Promise<unknown>;
  /** The address of the conversation. */
  back: string;
  title: string;
  submit: string;
  note: string;
  label: string;
  placeholder: string;
  /** Shown above the field: what happens next, and the question that is replied to. */
  children: ReactNode;
};

/** The form of a clarifying question, and of the reply to it. The text is kept on the device until it is sent. */
export function ClarificationForm({
  conversation,
  side,
  action,
  send,
  back,
  title,
  submit,
  note,
  label,
  placeholder,
  children,
}: ClarificationFormProps) {
  const navigate = useNavigate();
  const draftKey = `${action}_${conversation.id}`;
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { messageBody: draft.read() },
  });
  const sending = useEnding(form, {
    conversation,
    side,
    action,
    draftKey,
    failed: 'There was an error while sending. Please try again.',
    send: async ({ messageBody }, options) => {
      await send(messageBody, options);
      draft.clear();
    },
    leave: () => {
      toast.success('Sent');
      navigate(back, { replace: true });
    },
  });
  return (
    <EndingForm {...sending} title={title} back={back} submit={submit} note={note}>
      {children}
      <RichTextField
        control={form.control}
        name="messageBody"
        label={label}
        placeholder={placeholder}
        marks={LETTER_MARKS}
        minHeight={160}
        keep={draft.write}
        counter={(html) => <CharCount count={plainText(html).length} max={CLARIFICATION_MAX} />}
      />
    </EndingForm>
  );
}
