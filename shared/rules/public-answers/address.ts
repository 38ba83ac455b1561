/* The addresses of public answers, and what is said where there is none. docs/product/public-answers.md#the-page */

/** The path of a public answer. */
export const publicAnswerPath = (username: string, id: string): string =>
  `/${username}/answers/${id}`;

/** Matches the path of a public answer, in any case: its username and its id. A string, for the code of a CloudFront function. */
export const PUBLIC_ANSWER_ADDRESS = '^/([a-zA-Z0-9_][a-zA-Z0-9_.]*)/answers/([0-9A-Za-z]{26})/?$';

export const NO_SUCH_ANSWER = 'There is no public answer at this address.';
export const ANSWER_WITHDRAWN = 'This answer isn’t public anymore.';
