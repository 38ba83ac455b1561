import { Trash2 } from 'lucide-react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { PROMPT_MAX } from '#shared/rules/conversations/prompts.ts';
import { CharCount } from '#web/ui/CharCount.tsx';
import { CheckCard } from '#web/ui/CheckCard.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

/** A question as it is typed. */
export type TypedPrompt = { question: string; required: boolean };
export type PromptsFormState = { prompts: TypedPrompt[] };

export type QuestionFieldsProps = {
  form: UseFormReturn<PromptsFormState>;
  /** The index of the question, from 0. */
  index: number;
  onRemove: (title: string) => void;
};

/* The fields of one question, with a button to remove it. */
export function QuestionFields({ form, index, onRemove }: QuestionFieldsProps) {
  const { control, formState } = form;
  const title = `Question ${index + 1}`;
  const question = useController({ control, name: `prompts.${index}.question` });
  const required = useController({ control, name: `prompts.${index}.required` });
  // The error of the list as a whole, such as two equal questions.
  const { root, message = root?.message } = formState.errors.prompts ?? {};
  return (
    <fieldset aria-label={title} className="grid gap-2 rounded-card border border-rule bg-card p-4">
      <div className="flex items-center">
        <p className="flex-1 font-semibold">{title}</p>
        <IconButton
          label={`Remove ${title}`}
          icon={<Trash2 aria-hidden size={18} />}
          onClick={() => onRemove(title)}
        />
      </div>
      <Field
        label={title}
        labelHidden
        error={question.fieldState.error?.message ?? (index === 0 ? message : undefined)}
        counter={<CharCount count={question.field.value.length} max={PROMPT_MAX} />}
      >
        <TextInput
          {...question.field}
          maxLength={PROMPT_MAX}
          autoComplete="off"
          placeholder="What have you tried already?"
        />
      </Field>
      <CheckCard
        checked={required.field.value}
        onCheckedChange={required.field.onChange}
        label="An answer is required"
      />
    </fieldset>
  );
}
