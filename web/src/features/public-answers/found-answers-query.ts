import { searchPublicAnswers } from '#shared/api/public-answers.ts';
import { query } from '#web/api/queries.ts';

/** The most characters of a text with which public answers are searched. */
const SEARCHED_MAX = 100;

/** The public answers that a text finds. */
export const foundAnswersQuery = (text: string) =>
  query(searchPublicAnswers, { searchText: text.slice(0, SEARCHED_MAX) });
