import { invalidInput } from '#shared/refusals.ts';
import {
  answersTo,
  isBlank,
  missingAnswer,
  type Prompt,
  type PromptAnswer,
} from '#shared/rules/conversations/prompts.ts';
import { escaped } from '../escaped-html.ts';

/* The answers to a recipient's questions in a paid message. docs/product/profiles.md#prompts */

const QUESTIONS_CHANGED =
  'The questions to answer were changed in the meantime. Nothing was charged, and what you wrote is kept; please look at your letter again.';

/**
 * The answers to all prompts of a recipient, as the sender wrote them. Refuses with INVALID_INPUT if the sender was shown other
 * questions, or if a required one has no answer.
 */
export function answersIn(
  prompts: readonly Prompt[] = [],
  sent: readonly PromptAnswer[] = [],
): PromptAnswer[] {
  const shown = new Set(sent.map(({ question }) => question));
  if (shown.size !== prompts.length || prompts.some(({ question }) => !shown.has(question)))
    throw invalidInput({ answers: QUESTIONS_CHANGED });
  const missing = missingAnswer(prompts, sent);
  if (missing)
    throw invalidInput({ answers: `Please answer “${missing.question}”. Nothing was charged.` });
  return answersTo(prompts, sent);
}

/**
 * The HTML of a paid message: each question in `small`, which a sender cannot write because it is sanitized away, with its
 * answer below, and then the text. Questions without an answer are left out.
 */
export function withAnswers(html: string, answers: readonly PromptAnswer[]): string {
  const answered = answers
    .filter((answer) => !isBlank(answer))
    .map(({ question, text }) => {
      const lines = escaped(text).replace(/\n/g, '<br />');
      return `<p><small>${escaped(question)}</small></p><p>${lines}</p>`;
    });
  return answered.join('') + html;
}
