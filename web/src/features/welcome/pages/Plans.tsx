import { feeOfAnswer } from '#shared/messages/plans.ts';
import { type Cents, cents, formatMoney, ZERO } from '#shared/money.ts';
import { PLANS, type Plan } from '#shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { STAGE } from '#web/stage.ts';
import { Money } from '#web/ui/Money.tsx';
import {
  answeringCosts,
  feeWords,
  isCheaperThanStarter,
} from '../../billing/pricing/plan-words.tsx';

const EXAMPLE = cents(2_500);

/* The price list: a row for each plan, with the earnings of an example. */
export function Plans() {
  return (
    <section aria-labelledby="plans">
      <h3 id="plans" className="font-medium font-serif text-xl">
        What it costs
      </h3>
      <p className="mt-2 max-w-[60ch]">
        Asking costs the price you see, and nothing on top. {answeringCosts(STAGE.fees)}
      </p>
      <ul className="mt-3 divide-y divide-edge border-ink border-y-2 wide:grid wide:grid-cols-3 wide:gap-x-10 wide:divide-y-0">
        {PLANS.map((plan) => (
          <PlanRow key={plan} plan={plan} />
        ))}
      </ul>
      <p className="mt-3 max-w-[60ch] text-[0.9375rem] text-soft-text">
        With a paid plan you can get the Verified Account Badge, once Stripe has verified that your
        profile name matches your payout account. You can also chat with your contacts, one by one
        or in groups. You can change or cancel a plan whenever you want.
      </p>
    </section>
  );
}

/** `$1.99 a month (early-adopter price)`. */
function monthlyPrice(price: Cents, isEarly: boolean): string {
  if (price === ZERO) return 'No monthly fee';
  return isEarly
    ? `${formatMoney(price)} a month (early-adopter price)`
    : `${formatMoney(price)} a month`;
}

function PlanRow({ plan }: { plan: Plan }) {
  const { name, price, regularPrice } = PLAN_TERMS[plan];
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1.5 py-4 wide:flex-col wide:flex-nowrap wide:items-start">
      <div className="min-w-0 flex-1 basis-[11rem] wide:basis-auto">
        <h4 className="font-semibold">{name}</h4>
        <p className="text-soft-text">
          {regularPrice !== undefined && (
            <>
              <span className="sr-only">instead of </span>
              <s>{formatMoney(regularPrice)}</s>{' '}
            </>
          )}
          {monthlyPrice(price, regularPrice !== undefined)}
        </p>
        <p>{feeOfAnswer(feeWords(plan, STAGE.fees))}</p>
        {plan === 'PROFESSIONAL' && (
          <p className="text-soft-text">
            {isCheaperThanStarter(STAGE.fees) ? 'With' : 'The fees of Starter, with'} analytics of
            up to 12 months and a price simulator
          </p>
        )}
      </div>
      <p className="ml-auto text-right text-[0.875rem] wide:ml-0 wide:text-left text-soft-text leading-tight">
        <Money
          amount={netOf(EXAMPLE, feeTermsOf(plan, STAGE.fees))}
          className="block text-[1.625rem] text-ink leading-none"
        />
        of {formatMoney(EXAMPLE)} is yours
      </p>
    </li>
  );
}
