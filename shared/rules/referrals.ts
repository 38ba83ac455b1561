import { cents } from '../money.ts';

/** What an invitation earns once the invited person's second monthly payment succeeded. Spec part 1, section 9. */
export const REFERRAL_BONUS = cents(100);
