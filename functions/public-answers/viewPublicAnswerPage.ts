import { viewPublicAnswerPage } from '#shared/api/public-answers.ts';
import { serve } from '../serve.ts';
import { answerRefusal, publicAnswerAt } from './public-answer-of.ts';
import { pageOf } from './public-views.ts';

/** Returns a public answer for everybody. docs/product/public-answers.md#the-page */
export const handler = serve(viewPublicAnswerPage, async ({ username, id }, { table, now }) => {
  const found = await publicAnswerAt(table, username, id, now);
  if (found.outcome !== 'SHOWN') throw answerRefusal(found);
  return { data: [await pageOf(table, found.copy, found.creator)] };
});
