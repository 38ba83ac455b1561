import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { answerTicket } from '#shared/api/desk.ts';
import type { ConversationChoice } from '#shared/rules/conversations/conversations.ts';
import type { CallOptions } from '../../api/client.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { useSubmission } from '../../forms/submission.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { toast } from '../../ui/Toast.tsx';
import { sendFromDesk } from './send-from-desk.ts';

const formSchema = z.omit(answerTicket.input, { conversationId: true });
type Answer = z.output<typeof formSchema>;

const CHOICES = [
  { value: 'OPEN', label: 'Keep it open', hint: 'They can reply.' },
  { value: 'COMPLETED', label: 'Close it', hint: 'They can send a new ticket.' },
] as const;

export type TicketFormProps = {
  draftKey: string;
  /** Why it cannot be answered, in a sentence; null if it can. */
  obstacle: string | null;
  send: (answer: Answer, options: CallOptions) => Promise<unknown>;
};

/** Answers a help ticket as the support account. */
export function TicketForm({ draftKey, obstacle, send }: TicketFormProps) {
  const draft = useDraft(draftKey);
  const once = useSendOnce(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: {
      messageBody: draft.read(),
      conversationStatus: 'OPEN' as ConversationChoice,
    },
  });
  const { field } = useController({ control: form.control, name: 'conversationStatus' });
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: 'Your answer may have arrived. Trying again doesn’t send it twice.',
    send: (answer) =>
      sendFromDesk(draft, async () => {
        await once.send((options) => send(answer, options));
        draft.clear();
        form.reset({ messageBody: '', conversationStatus: 'OPEN' });
        toast.success('Sent as support');
      }),
  });
  if (obstacle) return <p className="text-soft">{obstacle}</p>;
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <RichTextField
        control={form.control}
        name="messageBody"
        label="Answer, as support"
        placeholder="Hello,"
        marks={LETTER_MARKS}
        minHeight={160}
        keep={draft.write}
        counter={() => null}
      />
      <Field label="Afterwards" group="radios">
        <RadioCards value={field.value} onValueChange={field.onChange} options={CHOICES} />
      </Field>
      {error && (
        <p role="alert" className="font-medium text-red-text">
          {error}
        </p>
      )}
      <Button type="submit" busy={busy} className="justify-self-start">
        Send the answer
      </Button>
    </form>
  );
}
