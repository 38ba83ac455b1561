import { Check } from 'lucide-react';
import type { Plan } from '../../../../../shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '../../../../../shared/rules/billing/plans.ts';
import { STAGE } from '../../../stage.ts';
import { Field } from '../../../ui/Field.tsx';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { PlanPrice, planFeatures } from './plan-words.tsx';

export type PlanChoiceProps<Offered extends Plan> = {
  label: string;
  plans: readonly Offered[];
  /** Undefined until one is chosen. */
  chosen: Offered | undefined;
  /** The user's current plan. */
  current?: Plan;
  onChoose: (plan: Offered) => void;
};

/** A choice of plans, each with its price and features. */
export function PlanChoice<Offered extends Plan>(props: PlanChoiceProps<Offered>) {
  const { label, plans, chosen, current, onChoose } = props;
  return (
    <Field label={label} group="radios">
      <RadioCards<Offered | ''>
        value={chosen ?? ''}
        onValueChange={(plan) => plan && onChoose(plan)}
        options={plans.map((plan) => ({
          value: plan,
          label: plan === current ? `${PLAN_TERMS[plan].name}, your plan` : PLAN_TERMS[plan].name,
          price: <PlanPrice plan={plan} />,
          // The features of the current plan are listed above already.
          hint: plan === current ? undefined : <Features plan={plan} />,
        }))}
      />
    </Field>
  );
}

function Features({ plan }: { plan: Plan }) {
  return (
    <span className="grid gap-2 pt-2">
      {planFeatures(plan, STAGE.fees).map((line) => (
        <span key={line} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-earned" />
          {line}
        </span>
      ))}
    </span>
  );
}
