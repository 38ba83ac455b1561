import * as z from 'zod/mini';
import { listField } from '../../list-field.ts';
import { missingCharacters } from '../text/readable-text.ts';
import {
  atLeast,
  decoded,
  firstMessage,
  MESSAGE_MIN,
  messageHtml,
  normalizePlainText,
  reply,
  SPOKEN_MESSAGE_MIN,
} from './messages.ts';
import { PROMPT_ANSWER_MAX, PROMPT_ANSWERS_MAX, PROMPT_MAX, type PromptAnswer } from './prompts.ts';

/* The schemas of the answers to prompts, and of the text beside them, for the forms and the server. */

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

/** The start of a paid message that has answers: a question in `small`, then the answer to it. */
const ANSWER = /^<p><small>(.*?)<\/small><\/p><p>(.*?)<\/p>/s;

/**
 * The answers that a paid message begins with, each to its question. Nobody can write `small` in a message, so whatever else a
 * sender wrote is not taken for an answer.
 */
export function answersInLetter(html: string): PromptAnswer[] {
  const found = ANSWER.exec(html);
  if (!found) return [];
  const [whole, question = '', lines = ''] = found;
  const text = decoded(lines.replace(/<br ?\/?>/g, '\n'));
  return [{ question: decoded(question), text }, ...answersInLetter(html.slice(whole.length))];
}

/** The answers as one text, which counts toward the fewest characters of a paid message. */
const textOfAnswers = (answers: readonly PromptAnswer[] = []) =>
  answers.map(({ text }) => normalizePlainText(text)).join('\0');

const fewestOf = (isSpoken: boolean) => (isSpoken ? SPOKEN_MESSAGE_MIN : MESSAGE_MIN);

/** The fewest characters of the text of a paid message with these answers. `isSpoken`: it has a recording. */
export function minimumBeside(
  answers: readonly PromptAnswer[] | undefined,
  isSpoken = false,
): number {
  return missingCharacters(textOfAnswers(answers), fewestOf(isSpoken));
}

/** The schema of the text of a paid message: with the answers it has at least 100 characters, beside a recording 50. */
export function messageBeside(answers: readonly PromptAnswer[] | undefined, isSpoken = false) {
  const isAlone = minimumBeside(answers, isSpoken) === fewestOf(isSpoken);
  if (isAlone && !isSpoken) return firstMessage;
  return (isAlone ? reply : messageHtml).check(
    atLeast(
      fewestOf(isSpoken),
      isSpoken ? TYPE_BESIDE_RECORDING : TOO_SHORT_TOGETHER,
      textOfAnswers(answers),
    ),
  );
}

const TOO_SHORT_TOGETHER =
  'Your answers and your letter must have at least 100 characters together';
const TYPE_BESIDE_RECORDING = `Please type at least ${SPOKEN_MESSAGE_MIN} characters beside your recording`;
