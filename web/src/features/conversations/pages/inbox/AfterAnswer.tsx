import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatMoney, minus } from '#shared/money.ts';
import type { ConversationChoice } from '#shared/rules/conversations/conversations.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/Field.tsx';
import { Money } from '#web/ui/Money.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
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
      ? 'To write again they send a new letter.'
      : 'To write again they have to pay for a new letter.',
  },
];

/* Below the text of the answer: who wrote it, what happens after it, and what it earns. */
export function AfterAnswer({ conversation, declaration, choice, onChoice }: AfterAnswerProps) {
  const { price, netEarnings } = conversation;
  const free = isFree(conversation);
  return (
    <>
      {!free && <DeclarationField {...declaration} />}
      <div className="border-rule border-y">
        <Afterwards choices={choicesOf(free)} choice={choice} onChoice={onChoice} />
        <section
          aria-label="What you earn"
          className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-rule border-t py-2 text-[0.9375rem]"
        >
          {free ? (
            <p className="text-soft">
              This letter is free, so your answer can be any length and you won’t be paid for it.
            </p>
          ) : (
            <>
              <p className="text-soft">
                Price {formatMoney(price)} − fee {formatMoney(minus(price, netEarnings))}
              </p>
              <p className="ml-auto font-semibold">
                You earn <Money amount={netEarnings} className="text-xl" />
              </p>
            </>
          )}
        </section>
      </div>
    </>
  );
}

type AfterwardsProps = Pick<AfterAnswerProps, 'choice' | 'onChoice'> & {
  choices: ReturnType<typeof choicesOf>;
};

/** What happens after the answer: what is chosen is visible, the choice is folded. */
function Afterwards({ choices, choice, onChoice }: AfterwardsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 py-2 text-left text-[0.9375rem] leading-5.5"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-soft">After your answer</span>
          <strong className="block font-semibold">
            {choices.find(({ value }) => value === choice)?.label}
          </strong>
        </span>
        <ChevronDown
          aria-hidden
          className={classNames('size-5 shrink-0 text-soft', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="pb-4">
        <Field label="After your answer" labelHidden group="radios">
          <RadioCards value={choice} onValueChange={onChoice} options={choices} />
        </Field>
      </div>
    </>
  );
}
