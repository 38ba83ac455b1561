import { hasVisibleText, readableLength } from '../text/readable-text.ts';

/* Prompts: up to three questions that a person asks everybody who writes to them. docs/product/profiles.md#prompts */

export const PROMPTS_MAX = 3;
/** The most characters of a question. */
export const PROMPT_MAX = 120;
/** The most characters of an answer to a question. */
export const PROMPT_ANSWER_MAX = 1_000;
/** The most answers in a draft: also those to questions that are no longer asked. */
export const PROMPT_ANSWERS_MAX = 12;

export type Prompt = {
  /** One line, different from that of the other prompts: it identifies the prompt. */
  readonly question: string;
  /** Whether a message needs an answer to it. */
  readonly required: boolean;
};

/** What a sender answers to a question, in plain text. */
export type PromptAnswer = { readonly question: string; readonly text: string };

/** The answer to a question; empty if there is none. */
export const answerTo = (
  question: string,
  answers: readonly PromptAnswer[] | undefined = [],
): string => answers.find((one) => one.question === question)?.text ?? '';

/** The answers to the prompts, in their order; answers to other questions are left out. */
export const answersTo = (
  prompts: readonly Prompt[] | undefined = [],
  answers?: readonly PromptAnswer[],
): PromptAnswer[] =>
  prompts.map(({ question }) => ({ question, text: answerTo(question, answers) }));

/** Whether an answer has no visible text. */
export const isBlank = ({ text }: Pick<PromptAnswer, 'text'>): boolean => !hasVisibleText(text);

/** The first required prompt that has no answer; undefined if there is none. */
export const missingAnswer = <P extends Prompt>(
  prompts: readonly P[] | undefined = [],
  answers?: readonly PromptAnswer[],
): P | undefined =>
  prompts.find(
    ({ required, question }) => required && readableLength(answerTo(question, answers)) === 0,
  );
