import { viewUserProfile } from '../../shared/api/account.ts';
import { Refusal } from '../../shared/refusals.ts';
import { monthOf } from '../../shared/time.ts';
import { profileView } from '../flows/user-view.ts';
import { count, newView } from '../flows/viewing.ts';
import { serve } from '../serve.ts';
import { stateOf } from '../storage/contacts.ts';
import { holderOfUsername, isPublic, userInMonth } from '../storage/users.ts';

const NO_SUCH_PROFILE = "The account you are looking for wasn't found.";

/**
 * The public profile behind a username or an id (docs/product/profiles.md#public-profile). By username it is somebody's look at
 * the profile and counts as a view; by id it is a screen of the app that needs the price, and does not.
 */
export const handler = serve(viewUserProfile, async (input, call) => {
  const { table, now, settings } = call;
  const { username, id } = input;
  const userId = username ? (await holderOfUsername(table, username, now))?.userId : id;
  const [found, view] = userId
    ? await Promise.all([
        userInMonth(table, userId, monthOf(now), now, call.caller?.userId),
        username ? newView(userId, call) : undefined,
      ])
    : [];
  if (!found?.user || !isPublic(found.user))
    throw new Refusal('NOT_FOUND', { message: NO_SUCH_PROFILE });
  if (view) await count(view, call);
  return { data: [profileView(found.user, found.reserved, settings, stateOf(found.tie, now))] };
});
