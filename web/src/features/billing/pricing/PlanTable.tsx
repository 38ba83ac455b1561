import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { EARLY_ADOPTER } from '#shared/messages/plans.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import { PLANS, type Plan } from '#shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { STAGE } from '#web/stage.ts';
import { planGives } from './plan-words.tsx';

/*
 * The three plans side by side. The head of a plan that can be chosen is a radio button. On a phone the name of a row stands
 * above its values.
 */

export type PlanTableProps<Offered extends Plan> = {
  /** The name of the choice. */
  label: string;
  /** The plans that can be chosen. */
  offered: readonly Offered[];
  chosen: Offered | undefined;
  onChoose: (plan: Offered) => void;
  /** The user's current plan. */
  current?: Plan;
  /** The price of an answer, for what one would keep of it; `loading` keeps its place, undefined if there is none. */
  price: Cents | 'loading' | undefined;
};

export function PlanTable<Offered extends Plan>(props: PlanTableProps<Offered>) {
  const { label, offered, chosen, current, onChoose, price } = props;
  const group = useId();
  const offeredPlan = (plan: Plan) => offered.find((one) => one === plan);
  const columnClass = (plan: Plan) => (plan === current ? 'plan-current' : undefined);
  const row = (name: ReactNode, value: (plan: Plan) => ReactNode, rowClass = '') => (
    <tbody className={rowClass}>
      <tr className="plan-row-name">
        <th scope="rowgroup" colSpan={PLANS.length}>
          {name}
        </th>
      </tr>
      <tr>
        <th scope="row">{name}</th>
        {PLANS.map((plan) => (
          <td key={plan} className={columnClass(plan)}>
            {value(plan)}
          </td>
        ))}
      </tr>
    </tbody>
  );
  return (
    <div role="radiogroup" aria-label={label}>
      <table className={`plans ${current ? `plans-${current.toLowerCase()}` : ''}`}>
        <thead>
          <tr>
            <td />
            {PLANS.map((plan) => {
              const choice = offeredPlan(plan);
              return (
                <th key={plan} scope="col" className={columnClass(plan)}>
                  {choice === undefined ? (
                    <PlanName plan={plan} isCurrent={plan === current} />
                  ) : (
                    <label className="plan-head">
                      <input
                        type="radio"
                        name={group}
                        value={plan}
                        checked={plan === chosen}
                        onChange={() => onChoose(choice)}
                        className="grid size-5 appearance-none place-items-center rounded-full border-2 border-edge before:size-2.5 before:rounded-full checked:border-ink checked:before:bg-ink forced-colors:checked:before:bg-[Highlight]"
                      />
                      <PlanName plan={plan} isCurrent={plan === current} />
                    </label>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        {row('Price per month', (plan) => (
          <MonthlyPrice plan={plan} />
        ))}
        {row('We keep of each answer', (plan) => planGives(plan, STAGE.fees).fee)}
        {row('Verified Account Badge', (plan) => (
          <Mark has={planGives(plan, STAGE.fees).badge} />
        ))}
        {row('Contacts and chat', (plan) => (
          <Mark has={planGives(plan, STAGE.fees).chat} />
        ))}
        {row('Profile analytics', (plan) => planGives(plan, STAGE.fees).analytics)}
        {price === 'loading' && row('You keep of your price', () => <AmountToCome />, 'plan-sum')}
        {typeof price === 'number' &&
          row(
            `You keep of your ${formatMoney(price)}`,
            (plan) => formatMoney(netOf(price, feeTermsOf(plan, STAGE.fees))),
            'plan-sum',
          )}
      </table>
    </div>
  );
}

function PlanName({ plan, isCurrent }: { plan: Plan; isCurrent: boolean }) {
  return (
    <span>
      {isCurrent && <span className="plan-yours">Your plan</span>} {PLAN_TERMS[plan].name}
    </span>
  );
}

function MonthlyPrice({ plan }: { plan: Plan }) {
  const { price, regularPrice } = PLAN_TERMS[plan];
  return (
    <span className="inline-flex flex-wrap items-baseline justify-center gap-x-1.5 font-figures text-lg">
      {formatMoney(price)}
      {regularPrice !== undefined && (
        <s className="text-[0.8125rem] text-soft">
          <span className="sr-only">{EARLY_ADOPTER}, instead of </span>
          {formatMoney(regularPrice)}
        </s>
      )}
    </span>
  );
}

/** The place of an amount, as high as its line. */
function AmountToCome() {
  return <span className="skeleton inline-block w-14">{'\u00a0'}</span>;
}

function Mark({ has }: { has: boolean }) {
  const Icon = has ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className={`inline size-5 ${has ? 'text-earned' : 'text-soft'}`} />
      <span className="sr-only">{has ? 'Yes' : 'No'}</span>
    </>
  );
}
