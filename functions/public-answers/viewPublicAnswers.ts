import { viewPublicAnswers } from '#shared/api/public-answers.ts';
import { serve } from '../serve.ts';
import { publicAnswersPage } from './public-answers-page.ts';

/** Returns the public answers of a creator, for the profile. docs/product/public-answers.md#on-the-profile */
export const handler = serve(viewPublicAnswers, ({ username, ...paging }, { table, now }) =>
  publicAnswersPage(table, username, paging, now),
);
