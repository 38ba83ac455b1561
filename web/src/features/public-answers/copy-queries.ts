import type { Output } from '#shared/api/operation.ts';
import { viewOwnPublicAnswers, viewPublicAnswer } from '#shared/api/public-answers.ts';
import { pagedQuery, query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';

/** What is proposed to become public, as the two people see it. */
export type PublicCopy = Output<typeof viewPublicAnswer>['data'][number];

export const copyQueries = ({ params: { conversationId = '' } }: Pick<Address, 'params'>) => ({
  copy: query(viewPublicAnswer, { conversationId }),
});

/** What the viewer proposed to publish. */
export const ownAnswersQueries = () => ({ list: pagedQuery(viewOwnPublicAnswers, {}) });
