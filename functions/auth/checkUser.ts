import { checkUser } from '#shared/api/current-session.ts';
import { Refusal } from '#shared/refusals.ts';
import { userView } from '../profiles/user-views.ts';
import { serve } from '../serve.ts';
import { recordVisit } from '../storage/accounts/users.ts';

/**
 * Returns the caller's account as it is stored now, not as the access token describes it. It writes at most every ten
 * minutes, to record the visit.
 */
export const handler = serve(checkUser, async (_input, { table, sessionUser, now, settings }) => {
  if (!sessionUser) throw new Refusal('UNAUTHENTICATED');
  return { data: [userView(await recordVisit(table, sessionUser, now), settings, now)] };
});
