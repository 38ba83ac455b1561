import { viewUserProfile } from '../../../../../../shared/api/profiles.ts';
import { query } from '../../../../api/queries.ts';
import type { Address } from '../../../../api/screen-loader.ts';

/** The query of a public profile. */
export const profileQueries = ({ params: { username = '' } }: Pick<Address, 'params'>) => ({
  profile: query(viewUserProfile, { username: username.toLowerCase() }),
});
