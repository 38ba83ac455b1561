import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PLANS, type Plan } from '../../../../shared/rules/accounts/accounts.ts';
import { PLAN_TERMS } from '../../../../shared/rules/billing/plans.ts';
import { paths } from '../../paths.ts';
import { PlanChoice } from '../../pricing/PlanChoice.tsx';
import { keepLicense, keptLicense } from '../../registration/choices.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { SignOutLink, Steps } from './Steps.tsx';

/* The plan. Nothing is asked for yet; a paid one is paid in the last step. */
export function Component() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Plan>(() => keptLicense() ?? 'FREE');
  const choose = () => {
    keepLicense(chosen);
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
          ? 'No card needed. It never expires.'
          : 'You pay in the last step, and can cancel at any time.'
      }
    >
      <PlanChoice label="Choose a plan" plans={PLANS} chosen={chosen} onChoose={setChosen} />
    </FormPage>
  );
}
