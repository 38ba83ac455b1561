import { type Cents, formatMoney } from '../money.ts';

/* The bonus for an invitation. docs/product/billing.md#referral-bonus */

/** The condition of the bonus, below its amount. */
export const WHO_BRINGS_IT = 'who takes a paid plan. There’s no limit.';

/** The step at which the bonus is earned: its beginning and the rest. */
export const earned = (bonus: Cents) => ({
  lead: `${formatMoney(bonus)} is yours`,
  text: 'once their second monthly payment succeeded. You find it in your account balance.',
});
