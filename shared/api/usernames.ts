import * as z from 'zod/mini';
import { username } from '../rules/accounts/accounts.ts';
import { MINUTE, operation } from './operation.ts';

/* Apart from shared/api/auth.ts, because the profile form asks too. */

export const doesUsernameExist = operation({
  name: 'doesUsernameExist',
  method: 'POST',
  who: 'anyone',
  // A former username is taken for everybody except the account that had it.
  knowsCaller: true,
  uses: ['usernames.read'],
  limits: [{ per: 'address', max: 60, within: 5 * MINUTE, atEdge: true }],
  impact: 'The registration form shows a taken username only after it is sent.',
  input: z.object({ username }),
  output: z.object({ usernameExists: z.boolean() }),
});
