import { useState } from 'react';
import { useNavigate } from 'react-router';
import { cents } from '#shared/money.ts';
import { PLANS, type Plan } from '#shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { PlanNotes } from '#web/features/billing/pricing/PlanNotes.tsx';
import { PlanTable } from '#web/features/billing/pricing/PlanTable.tsx';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { storedLicense, storedPricing, storeLicense } from '../../registration-choices.ts';
import { SignOutLink, Steps } from './Steps.tsx';

/** The price of an answer before the person has chosen one. */
const EXAMPLE = cents(2_500);

/* The step for the plan. A paid plan is paid in the last step. */
export function Component() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Plan>(() => storedLicense() ?? 'FREE');
  const choose = () => {
    storeLicense(chosen);
    navigate(paths.inboundMessaging());
  };
  return (
    <FormPage
      title="Your plan"
      header="brand"
      action={<SignOutLink />}
      lead={<Steps step={1} />}
      onSubmit={choose}
      busy={false}
      error={undefined}
      submit={`Continue with ${PLAN_TERMS[chosen].name}`}
      note={
        chosen === 'FREE'
          ? 'No card needed. The Free plan has no end date.'
          : 'You pay in the last step, and can cancel at any time.'
      }
    >
      <PlanTable
        label="Choose a plan"
        offered={PLANS}
        chosen={chosen}
        onChoose={setChosen}
        price={storedPricing()?.paidResponsePrice ?? EXAMPLE}
      />
      <PlanNotes />
    </FormPage>
  );
}
