import { minus } from '../../../../../../shared/money.ts';
import type { ConversationChoice } from '../../../../../../shared/rules/conversations/conversations.ts';
import { Breakdown } from '../../../../ui/Breakdown.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import type { Conversation } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { DeclarationField, type DeclarationFieldProps } from './DeclarationField.tsx';

export type AfterAnswerProps = {
  conversation: Conversation;
  declaration: DeclarationFieldProps;
  choice: ConversationChoice;
  onChoice: (choice: ConversationChoice) => void;
};

const choicesOf = (
  free: boolean,
): readonly { value: ConversationChoice; label: string; hint: string }[] => [
  {
    value: 'OPEN',
    label: 'Allow user to respond for free',
    hint: 'The conversation stays open for both of you.',
  },
  {
    value: 'COMPLETED',
    label: 'Close this conversation',
    hint: free
      ? 'To write again they send a new message.'
      : 'To write again they have to buy a new message.',
  },
];

/* Below the text of the answer: who wrote it, what happens after it, and what it earns. */
export function AfterAnswer({ conversation, declaration, choice, onChoice }: AfterAnswerProps) {
  const { price, netEarnings } = conversation;
  const free = isFree(conversation);
  return (
    <>
      {!free && <DeclarationField {...declaration} />}
      <Field label="After your answer" group="radios">
        <RadioCards value={choice} onValueChange={onChoice} options={choicesOf(free)} />
      </Field>
      {free ? (
        <p className="text-soft">
          This message is free. Your answer can be any length, and you won’t be paid for it.
        </p>
      ) : (
        <section aria-label="What you earn">
          <Breakdown
            lines={[
              { label: 'Price', amount: price },
              { label: 'Fee', amount: minus(netEarnings, price) },
            ]}
            total={{ label: 'You earn', amount: netEarnings }}
          />
        </section>
      )}
    </>
  );
}
