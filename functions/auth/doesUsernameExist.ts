import { doesUsernameExist } from '../../shared/api/auth.ts';
import { isReservedUsername } from '../../shared/rules/accounts/usernames.ts';
import { serve } from '../serve.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';

/**
 * Whether a username is taken; the product's own names are, and so is a name that somebody gave up not long ago, but
 * for that person.
 */
export const handler = serve(doesUsernameExist, async ({ username }, { table, caller, now }) => {
  if (isReservedUsername(username)) return { usernameExists: true };
  const holder = await holderOfUsername(table, username, now);
  const free = !holder || (holder.signpost && holder.userId === caller?.userId);
  return { usernameExists: !free };
});
