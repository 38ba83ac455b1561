import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PLANS, type Plan } from '../../../../../../shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '../../../../../../shared/rules/billing/plans.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { PlanChoice } from '../../../billing/pricing/PlanChoice.tsx';
import { storedLicense, storeLicense } from '../../registration-choices.ts';
import { SignOutLink, Steps } from './Steps.tsx';

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
      <PlanChoice label="Choose a plan" plans={PLANS} chosen={chosen} onChoose={setChosen} />
    </FormPage>
  );
}
