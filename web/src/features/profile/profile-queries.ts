import { viewUserProfile } from '../../../../shared/api/profiles.ts';
import { query } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';

/** What a public profile asks for. */
export const profileQueries = ({ params: { username = '' } }: Pick<Address, 'params'>) => ({
  profile: query(viewUserProfile, { username: username.toLowerCase() }),
});
