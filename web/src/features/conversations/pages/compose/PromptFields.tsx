import type { Ref } from 'react';
import {
  answerTo,
  isBlank,
  PROMPT_ANSWER_MAX,
  PROMPT_ANSWERS_MAX,
  type PromptAnswer,
} from '#shared/rules/conversations/prompts.ts';
import { Button } from '#web/ui/Button.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { Field, useLimitId } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { firstName } from '../../conversation.ts';
import type { Profile } from '../../recipient.ts';
import { AnswerList } from './AnswerList.tsx';

export type PromptFieldsProps = {
  ref: Ref<HTMLDivElement>;
  profile: Profile;
  answers: readonly PromptAnswer[] | undefined;
  /** What the sender answered in the letter before. */
  before?: readonly PromptAnswer[] | undefined;
  /** The question that needs an answer first. */
  missing: string | undefined;
  keep: (answers: PromptAnswer[]) => void;
};

/* The questions of the recipient, each as a row of the letter's sheet. docs/product/profiles.md#prompts */
export function PromptFields(props: PromptFieldsProps) {
  const { ref, profile, answers, before, missing, keep } = props;
  return (
    <div ref={ref} className="sheet-rows">
      {profile.prompts?.map(({ question, required }) => {
        const text = answerTo(question, answers);
        return (
          <Field
            key={question}
            label={question}
            inset
            optional={!required}
            error={missing === question ? 'Please answer this question' : undefined}
            counter={
              text !== '' && text === answerTo(question, before) ? (
                <AsLastTime />
              ) : (
                <CharCount count={text.length} max={PROMPT_ANSWER_MAX} />
              )
            }
          >
            <TextArea
              bare
              value={text}
              rows={1}
              maxLength={PROMPT_ANSWER_MAX}
              placeholder="Write here"
              className="font-serif text-lg"
              onChange={({ target }) => keep(withAnswer(answers, { question, text: target.value }))}
            />
          </Field>
        );
      })}
    </div>
  );
}

/** In place of the number of characters: the answer is that of the letter before. */
function AsLastTime() {
  return (
    <p id={useLimitId()} className="shrink-0 text-[0.875rem] text-soft">
      as last time
    </p>
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

export type OtherAnswersProps = Omit<PromptFieldsProps, 'ref' | 'before' | 'missing'>;

/* Answers to questions that the recipient no longer asks. They are kept, and not sent. */
export function OtherAnswers({ profile, answers, keep }: OtherAnswersProps) {
  const asked = new Set(profile.prompts?.map(({ question }) => question));
  const others = (answers ?? []).filter((one) => !isBlank(one) && !asked.has(one.question));
  if (others.length === 0) return null;
  return (
    <section aria-label="Answers that aren’t sent" className="letter grid gap-3 p-5">
      <p className="text-soft">
        {firstName(profile.fullName)} no longer asks this, so it isn’t sent. Copy what you need into
        your letter.
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
