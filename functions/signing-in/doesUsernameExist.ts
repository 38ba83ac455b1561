import { doesUsernameExist } from '../../shared/api/signing-in.ts';
import { isReservedUsername } from '../../shared/rules/usernames.ts';
import { serve } from '../serve.ts';
import { holderOfUsername } from '../storage/users.ts';

/** Whether a username is taken; the product's own names are. */
export const handler = serve(doesUsernameExist, async ({ username }, { table, now }) => ({
  usernameExists:
    isReservedUsername(username) || Boolean(await holderOfUsername(table, username, now)),
}));
