import * as z from 'zod/mini';
import { listField } from '../../list-field.ts';
import { oneLine } from '../text.ts';
import {
  firstMessage,
  MESSAGE_MIN,
  messageHtml,
  normalizePlainText,
  plainText,
} from './messages.ts';
import {
  PROMPT_ANSWER_MAX,
  PROMPT_ANSWERS_MAX,
  PROMPT_MAX,
  PROMPTS_MAX,
  type Prompt,
  type PromptAnswer,
} from './prompts.ts';

/* The schemas of prompts and of the answers to them, for the forms and the server. */

const MISSING = 'Please enter a question';

const promptSchema = z.object({
  question: z
    .string(MISSING)
    .check(
      z.overwrite(oneLine),
      z.minLength(1, MISSING),
      z.maxLength(PROMPT_MAX, `Please keep this under ${PROMPT_MAX} characters`),
    ),
  required: z.boolean(MISSING),
});

/** Whether no question is asked twice; case makes no difference. */
const areDifferent = (prompts: readonly Prompt[]): boolean =>
  new Set(prompts.map(({ question }) => question.toLowerCase())).size === prompts.length;

/** The schema of all prompts of a person. */
export const promptList = z.array(promptSchema).check(
  z.refine(
    (prompts) => prompts.length <= PROMPTS_MAX,
    `There can be at most ${PROMPTS_MAX} questions`,
  ),
  z.refine(areDifferent, 'Two questions are the same'),
);

const ANSWER_TOO_LONG = 'An answer can have at most 1,000 characters';
const NO_ANSWERS = 'Please send a list of answers';
/** The most characters of all answers as JSON text, in which a line break or a quotation mark takes two. */
const ANSWERS_TEXT_MAX = 2 * PROMPT_ANSWERS_MAX * (PROMPT_ANSWER_MAX + PROMPT_MAX + 30);

const answerList = (text: z.ZodMiniType<string>) =>
  listField(
    z
      .array(
        z.object({
          question: z.string(NO_ANSWERS).check(z.maxLength(PROMPT_MAX, NO_ANSWERS)),
          text,
        }),
      )
      .check(z.maxLength(PROMPT_ANSWERS_MAX, NO_ANSWERS)),
    NO_ANSWERS,
    ANSWERS_TEXT_MAX,
  );

/** The schema of the answers in a draft: as they are typed. */
export const draftAnswers = z.optional(
  answerList(z.string(NO_ANSWERS).check(z.maxLength(PROMPT_ANSWER_MAX, ANSWER_TOO_LONG))),
);

/** The schema of the answers that are sent, one to each question that was shown; an empty text is no answer. */
export const sentAnswers = z.optional(
  answerList(
    z
      .string(NO_ANSWERS)
      .check(z.overwrite(normalizePlainText), z.maxLength(PROMPT_ANSWER_MAX, ANSWER_TOO_LONG)),
  ),
);

/** The fewest characters of the text of a paid message with these answers. */
export function minimumBeside(answers: readonly PromptAnswer[] | undefined = []): number {
  const answered = answers.reduce((sum, { text }) => sum + normalizePlainText(text).length, 0);
  return Math.max(0, MESSAGE_MIN - answered);
}

/** The schema of the text of a paid message: with the answers it has at least 100 characters. */
export function messageBeside(answers: readonly PromptAnswer[] | undefined) {
  const minimum = minimumBeside(answers);
  if (minimum === MESSAGE_MIN) return firstMessage;
  return messageHtml.check(
    z.refine(
      (text) => plainText(text).length >= minimum,
      'Your answers and your message must have at least 100 characters together',
    ),
  );
}
