import { doesUsernameExist } from '#shared/api/usernames.ts';
import { isReservedUsername } from '#shared/rules/accounts/usernames.ts';
import { serve } from '../serve.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';

/**
 * Returns whether a username is taken. Reserved names count as taken, and so does a name that another account gave up
 * recently.
 */
export const handler = serve(doesUsernameExist, async ({ username }, { table, caller, now }) => {
  if (isReservedUsername(username)) return { usernameExists: true };
  const holder = await holderOfUsername(table, username, now);
  const free = !holder || (holder.signpost && holder.userId === caller?.userId);
  return { usernameExists: !free };
});
