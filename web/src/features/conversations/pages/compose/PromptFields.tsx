import type { Ref } from 'react';
import {
  answerTo,
  isBlank,
  PROMPT_ANSWER_MAX,
  PROMPT_ANSWERS_MAX,
  type PromptAnswer,
} from '../../../../../../shared/rules/conversations/prompts.ts';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextArea } from '../../../../ui/TextArea.tsx';
import { firstName } from '../../conversation.ts';
import type { Profile } from '../../recipient.ts';
import { AnswerList } from './AnswerList.tsx';

export type PromptFieldsProps = {
  ref: Ref<HTMLDivElement>;
  profile: Profile;
  answers: readonly PromptAnswer[] | undefined;
  /** The question that needs an answer first. */
  missing: string | undefined;
  keep: (answers: PromptAnswer[]) => void;
};

/* The questions of the recipient, each with a field. docs/product/profiles.md#prompts */
export function PromptFields({ ref, profile, answers, missing, keep }: PromptFieldsProps) {
  return (
    <div ref={ref} className="grid gap-5">
      {profile.prompts?.map(({ question, required }) => {
        const text = answerTo(question, answers);
        return (
          <Field
            key={question}
            label={question}
            optional={!required}
            error={missing === question ? 'Please answer this question' : undefined}
            counter={<CharCount count={text.length} max={PROMPT_ANSWER_MAX} />}
          >
            <TextArea
              value={text}
              rows={2}
              maxLength={PROMPT_ANSWER_MAX}
              className="min-h-20"
              onChange={({ target }) => keep(withAnswer(answers, { question, text: target.value }))}
            />
          </Field>
        );
      })}
      <Others profile={profile} answers={answers} keep={keep} />
    </div>
  );
}

/** The answers with another text to a question; the oldest goes if there are too many. */
const withAnswer = (
  answers: readonly PromptAnswer[] | undefined = [],
  answer: PromptAnswer,
): PromptAnswer[] =>
  answers.some(({ question }) => question === answer.question)
    ? answers.map((one) => (one.question === answer.question ? answer : one))
    : [...answers, answer].slice(-PROMPT_ANSWERS_MAX);

/* Answers to questions that the recipient no longer asks. They are kept, and not sent. */
function Others({ profile, answers, keep }: Omit<PromptFieldsProps, 'ref' | 'missing'>) {
  const asked = new Set(profile.prompts?.map(({ question }) => question));
  const others = (answers ?? []).filter((one) => !isBlank(one) && !asked.has(one.question));
  if (others.length === 0) return null;
  return (
    <section aria-label="Answers that aren’t sent" className="letter grid gap-3 p-5">
      <p className="text-soft">
        {firstName(profile.fullName)} no longer asks this, so it isn’t sent. Copy what you need into
        your message.
      </p>
      <AnswerList answers={others} />
      <Button
        size="md"
        variant="quiet"
        className="justify-self-start"
        onClick={() => keep((answers ?? []).filter((one) => !others.includes(one)))}
      >
        Remove these answers
      </Button>
    </section>
  );
}
