import { viewUserProfile } from '../../shared/api/account.ts';
import { Refusal } from '../../shared/refusals.ts';
import { monthOf } from '../../shared/time.ts';
import { serve } from '../serve.ts';
import { holderOfUsername, isPublic, userInMonth } from '../storage/users.ts';
import { profileView } from '../user-view.ts';

const NO_SUCH_PROFILE = "The account you are looking for wasn't found.";

/** The public profile behind a username or an id (spec part 1, sections 2 and 3). */
export const handler = serve(viewUserProfile, async (input, { table, now, settings }) => {
  const { username, id } = input;
  const userId = username ? (await holderOfUsername(table, username, now))?.userId : id;
  const found = userId ? await userInMonth(table, userId, monthOf(now), now) : undefined;
  if (!found?.user || !isPublic(found.user))
    throw new Refusal('NOT_FOUND', { message: NO_SUCH_PROFILE });
  return { data: [profileView(found.user, found.reserved, settings)] };
});
