import { type Control, useController } from 'react-hook-form';
import type { ConversationChoice } from '#shared/rules/conversations/conversations.ts';
import type { Declaration, WritingCounts } from '#shared/rules/conversations/written-by.ts';
import { countWords, writtenByWords } from '#web/features/letters/written-by-words.ts';
import { Field } from '#web/ui/Field.tsx';
import { Segments } from '#web/ui/Segments.tsx';

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
  /** The author's first name. */
  name: string;
  /** Keeps the choice over a reload. */
  keep: (declaration: Declaration) => void;
};

const CHOICES: readonly { value: Declaration; label: string }[] = [
  { value: 'SELF', label: 'Me' },
  { value: 'SOFTWARE', label: 'Me, with AI' },
  { value: 'TEAM', label: 'My team' },
];

/*
 * Who wrote the answer. Nothing is chosen at first: a default would be a declaration that nobody made.
 * docs/product/conversations.md#written-by
 */
export function DeclarationField({ control, counts, name, keep }: DeclarationFieldProps) {
  const { field, fieldState } = useController({ control, name: 'declaration' });
  return (
    <Field
      label="Who wrote this answer?"
      group="radios"
      error={fieldState.error?.message}
      hint={hintOf(name, field.value, counts)}
    >
      <div
        ref={(box) => field.ref(box && { focus: () => box.querySelector('input')?.focus() })}
        className="grid"
      >
        <Segments
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

/** What the answer will say at its foot, as far as it is known. */
function hintOf(
  name: string,
  declaration: Declaration | undefined,
  counts: WritingCounts | undefined,
): string {
  if (declaration) {
    const line = writtenByWords(name, { declaration, counts: counts ?? null, signedAt: null });
    return `Shown with your answer: ${line}.`;
  }
  return counts ? `Shown with your answer: ${countWords(counts)}.` : 'Shown with your answer.';
}
