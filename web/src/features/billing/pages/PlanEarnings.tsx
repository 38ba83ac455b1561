import type { Plan } from '../../../../../shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '../../../../../shared/rules/billing/plans.ts';
import { feeTermsOf, isCheaper } from '../../../../../shared/rules/conversations/fees.ts';
import { netOf } from '../../../../../shared/rules/conversations/pricing.ts';
import { useEntity } from '../../../api/queries.ts';
import { STAGE } from '../../../stage.ts';
import { Money } from '../../../ui/Money.tsx';
import { isCheaperThanStarter } from '../pricing/plan-words.tsx';
import { subscriptionQueries } from './plan-queries.ts';

const { fees } = STAGE;

/** The effect of a plan's fees at the user's price. Shows nothing before the price is known, or if no plan changes the fee. */
export function PlanEarnings({ plan }: { plan: Plan }) {
  const settings = useEntity(subscriptionQueries().pricing).data;
  const paid = plan === 'FREE' ? LOWEST : plan;
  if (!settings || !isCheaper(paid, 'FREE', fees)) return null;
  const price = settings.paidResponsePrice;
  return (
    <p className="rounded-letter bg-tint p-4">
      At <Money amount={price} sans /> you keep{' '}
      <strong className="font-semibold">
        <Money amount={netOf(price, feeTermsOf(paid, fees))} sans />
      </strong>{' '}
      instead of <Money amount={netOf(price, feeTermsOf('FREE', fees))} sans /> per answer
      {plan === 'FREE' ? `, on ${PLAN_TERMS[LOWEST].name}.` : ', because of your plan.'}
    </p>
  );
}

/** Users on the free plan see the cheapest plan with the lowest fee. */
const LOWEST = isCheaperThanStarter(fees) ? 'PROFESSIONAL' : 'STARTER';
