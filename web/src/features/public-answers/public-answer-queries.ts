import type { Output } from '#shared/api/operation.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { viewPublicAnswerPage, viewPublicAnswers } from '#shared/api/public-answers.ts';
import { pagedQuery, query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';

export type PublicAnswerText = Output<typeof viewPublicAnswerPage>['data'][number];
export type PublicAnswerRow = Output<typeof viewPublicAnswers>['data'][number];

/** The queries of the page of a public answer. */
export const publicAnswerQueries = ({
  params: { username = '', publicAnswerId = '' },
}: Pick<Address, 'params'>) => {
  const name = username.toLowerCase();
  return {
    answer: query(viewPublicAnswerPage, { username: name, id: publicAnswerId.toUpperCase() }),
    profile: query(viewUserProfile, { username: name }),
  };
};

/** The public answers of a creator. */
export const publicAnswersQuery = (username: string) =>
  pagedQuery(viewPublicAnswers, { username: username.toLowerCase() });
