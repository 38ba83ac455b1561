import { cents, formatMoney } from '../../../../shared/money.ts';
import { PLANS, type Plan } from '../../../../shared/rules/accounts.ts';
import { PLAN_TERMS } from '../../../../shared/rules/plans.ts';
import { type FeeTerms, feeTermsOf, netOf } from '../../../../shared/rules/pricing.ts';
import { Money } from '../../ui/Money.tsx';

const EXAMPLE = cents(2_500);

/* What it costs to be paid, as a tariff on a counter: one row a plan, and what is left of an example. */
export function Plans() {
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="font-medium font-serif text-2xl">
        What it costs
      </h2>
      <p className="mt-2 max-w-[60ch]">
        Asking costs the price you see, and nothing on top. Answering costs a fee, taken from what
        was paid, and only when you answered. A plan is a matter of how often that is.
      </p>
      <table className="mt-4 w-full border-ink border-y-2 text-left">
        <thead>
          <tr className="border-rule border-b align-bottom text-[0.875rem] text-soft">
            <th scope="col" className="py-2.5 pr-3 font-normal">
              Plan
            </th>
            <th scope="col" className="py-2.5 pr-3 font-normal">
              Our fee
            </th>
            <th scope="col" className="py-2.5 text-right font-normal">
              Of {formatMoney(EXAMPLE)} you keep
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {PLANS.map((plan) => (
            <PlanRow key={plan} plan={plan} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 max-w-[60ch] text-[0.9375rem] text-soft">
        The paid plans can carry the Verified Account badge: the name on the card is the name on the
        profile. You can change or cancel a plan whenever you want.
      </p>
    </section>
  );
}

function PlanRow({ plan }: { plan: Plan }) {
  const { name, price, regularPrice } = PLAN_TERMS[plan];
  const terms = feeTermsOf(plan);
  return (
    <tr className="align-baseline">
      <th scope="row" className="py-3 pr-3 font-semibold">
        {name}
        <span className="block font-normal text-[0.875rem] text-soft">
          {price === 0 ? (
            'no monthly fee'
          ) : (
            <>
              {regularPrice !== undefined && (
                <>
                  <span className="sr-only">instead of </span>
                  <s>{formatMoney(regularPrice)}</s>{' '}
                </>
              )}
              {formatMoney(price)} a month
            </>
          )}
        </span>
      </th>
      <td className="whitespace-nowrap py-3 pr-3 text-[0.9375rem]">{feeWords(terms)}</td>
      <td className="py-3 text-right">
        <Money amount={netOf(EXAMPLE, terms)} className="text-xl leading-none" />
      </td>
    </tr>
  );
}

function feeWords({ basisPoints, fixed }: FeeTerms): string {
  return `${basisPoints / 100}% + ${formatMoney(fixed)}`;
}
