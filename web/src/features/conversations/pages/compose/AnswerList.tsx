import { isBlank, type PromptAnswer } from '#shared/rules/conversations/prompts.ts';

export type AnswerListProps = { answers: readonly PromptAnswer[] | undefined };

/* Questions in small type, each with its answer beneath; those without an answer are left out. */
export function AnswerList({ answers = [] }: AnswerListProps) {
  const given = answers.filter((answer) => !isBlank(answer));
  if (given.length === 0) return null;
  return (
    <dl className="prose">
      {given.map(({ question, text }) => (
        <div key={question}>
          <dt dir="auto" className="font-sans text-[0.875rem] text-soft leading-normal">
            {question}
          </dt>
          <dd dir="auto" className="whitespace-pre-line">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
