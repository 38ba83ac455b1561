import { formatMoney } from '#shared/money.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { EARLY_ADOPTER } from './plan-words.tsx';

/* What the table of plans has no room for. */
export function PlanNotes() {
  return (
    <p className="text-[0.9375rem] text-soft">
      {EARLY_ADOPTER} of {PLAN_TERMS.STARTER.name}: {formatMoney(PLAN_TERMS.STARTER.price)}. The
      badge comes once Stripe has verified your full name for payouts. Every plan has a public
      profile with your price and links, and unlimited inbound messages.
    </p>
  );
}
