import { viewWaiting } from '#shared/api/offers.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { askerCount } from '../storage/accounts/waitlist.ts';

/** Returns how many orders of the caller wait, and how many people wait for a place. */
export const handler = serve(viewWaiting, async (_input, { table, caller, now }) => {
  const [user, askers] = await Promise.all([
    userById(table, caller.userId, now),
    askerCount(table, caller.userId),
  ]);
  if (!user) throw new Refusal('NOT_FOUND');
  return { data: [{ waitingOrders: user.waitingCount ?? 0, askers }] };
});
