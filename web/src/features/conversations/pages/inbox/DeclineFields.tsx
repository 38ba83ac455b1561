import { Undo2 } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { sendersReturn } from '#shared/messages/payments.ts';
import { NOTE_MAX } from '#shared/rules/conversations/messages.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import type { Decline } from './use-decline.ts';

export type DeclineFieldsProps = { conversation: Conversation; decline: Decline };

/* What a decline does to the money, and an optional kind word. */
export function DeclineFields({ conversation, decline: { form, keep } }: DeclineFieldsProps) {
  const name = firstName(conversation.senderName);
  const note = useWatch({ control: form.control, name: 'note', compute: (text) => text ?? '' });
  return (
    <>
      <Banner tone="back" icon={Undo2} title={`${name} may ask someone else`}>
        {moneyWords(conversation)} It doesn’t count as unanswered on your profile.
      </Banner>
      <Field
        label={`A word to ${name}`}
        optional
        hint={`${name} reads it in their Outbox.`}
        error={form.formState.errors.note?.message}
        counter={<CharCount count={note.length} max={NOTE_MAX} />}
      >
        <TextArea
          {...form.register('note', { onChange: ({ target }) => keep(target.value) })}
          maxLength={NOTE_MAX}
          placeholder="Thank you for asking. I am not the right person for this."
        />
      </Field>
    </>
  );
}

/** Explains the effect on the sender's money. */
function moneyWords(conversation: Conversation): string {
  if (isFree(conversation)) return 'The letter ends here, without an answer.';
  const { moneyState, price, senderName } = conversation;
  return `${sendersReturn(moneyState, { price, name: firstName(senderName) })} You earn nothing.`;
}
