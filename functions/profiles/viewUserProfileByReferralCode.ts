import { viewUserProfileByReferralCode } from '#shared/api/profiles.ts';
import { Refusal } from '#shared/refusals.ts';
import { monthOf } from '#shared/time.ts';
import { serve } from '../serve.ts';
import { holderOfReferralCode, isPublic, userInMonth } from '../storage/accounts/users.ts';
import { profileView } from './user-views.ts';

const NO_SUCH_REFERRAL = "The referral you are looking for wasn't found.";

/**
 * Returns the profile of the account that a referral code belongs to (docs/product/billing.md#referral-bonus). It counts no
 * view.
 */
export const handler = serve(viewUserProfileByReferralCode, async ({ referralCode }, call) => {
  const { table, now, settings } = call;
  const holder = await holderOfReferralCode(table, referralCode, now);
  const found = holder && (await userInMonth(table, holder.userId, monthOf(now), now));
  if (!found?.user || !isPublic(found.user))
    throw new Refusal('NOT_FOUND', { message: NO_SUCH_REFERRAL });
  // The invitation shows no thank-yous.
  const { reserved, outcomes } = found;
  return { data: [profileView(found.user, { reserved, outcomes }, settings, now)] };
});
