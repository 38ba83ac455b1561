import * as z from 'zod/mini';
import { readable } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';
import { PROMPT_MAX, PROMPTS_MAX, type Prompt } from './prompts.ts';

/* The schema of the prompts of a person, for the form and the server. */

const MISSING = 'Please enter a question';

const promptSchema = z.object({
  question: z
    .string(MISSING)
    .check(
      z.overwrite(oneLine),
      readable(1, MISSING),
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
