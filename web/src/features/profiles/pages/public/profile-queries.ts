import { viewUserProfile } from '#shared/api/profiles.ts';
import { call } from '#web/api/client.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { publicAnswersQuery } from '../../../public-answers/public-answer-queries.ts';
import { keptSource, sourceIn } from '../../visit-source.ts';

/** The query of a public profile. The source of the visit is sent, but is not in the key, because the response does not depend on it. */
export const profileQueries = ({
  params: { username = '' },
  search,
}: Pick<Address, 'params'> & Partial<Address>) => {
  const name = username.toLowerCase();
  return {
    profile: {
      ...query(viewUserProfile, { username: name }),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        const via = (search && sourceIn(search)) ?? keptSource(name);
        return call(viewUserProfile, { username: name, via }, { signal });
      },
    },
    answers: publicAnswersQuery(name),
  };
};
