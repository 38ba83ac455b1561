import { type Control, useController } from 'react-hook-form';
import type { ConversationChoice } from '../../../../../../shared/rules/conversations/conversations.ts';
import type {
  Declaration,
  WritingCounts,
} from '../../../../../../shared/rules/conversations/written-by.ts';
import { Field } from '../../../../ui/Field.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { countWords } from '../../../letters/written-by-words.ts';

/** The fields of the form of a paid answer. */
export type AnswerFields = {
  messageBody: string;
  /** Undefined until it is chosen. */
  declaration?: Declaration | undefined;
  conversationStatus: ConversationChoice;
};

export type DeclarationFieldProps = {
  control: Control<AnswerFields, unknown, AnswerFields>;
  counts: WritingCounts | undefined;
  /** Keeps the choice over a reload. */
  keep: (declaration: Declaration) => void;
};

const CHOICES: readonly { value: Declaration; label: string }[] = [
  { value: 'SELF', label: 'I wrote this' },
  { value: 'SOFTWARE', label: 'I wrote this with the help of AI or other software' },
  { value: 'TEAM', label: 'My team wrote this' },
];

/*
 * Who wrote the answer. Nothing is chosen at first: a default would be a declaration that nobody made.
 * docs/product/conversations.md#written-by
 */
export function DeclarationField({ control, counts, keep }: DeclarationFieldProps) {
  const { field, fieldState } = useController({ control, name: 'declaration' });
  return (
    <Field
      label="Who wrote this answer?"
      group="radios"
      error={fieldState.error?.message}
      hint={`Shown with your answer${counts ? `, with what your browser counted: ${countWords(counts)}` : ''}.`}
    >
      <div
        ref={(box) => field.ref(box && { focus: () => box.querySelector('input')?.focus() })}
        className="grid"
      >
        <RadioCards
          value={field.value}
          onValueChange={(chosen) => {
            field.onChange(chosen);
            keep(chosen);
          }}
          options={CHOICES}
        />
      </div>
    </Field>
  );
}
