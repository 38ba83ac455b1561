import type { Output } from '#shared/api/operation.ts';
import { viewVerification } from '#shared/api/verifications.ts';
import { query } from '../../api/queries.ts';
import type { Address } from '../../api/screen-loader.ts';

/** What can be checked of a letter. */
export type CheckedLetter = Output<typeof viewVerification>['data'][number];

/** The query of the page that checks a letter. */
export const letterQueries = ({ params: { verificationId = '' } }: Pick<Address, 'params'>) => ({
  letter: query(viewVerification, { id: verificationId }),
});
