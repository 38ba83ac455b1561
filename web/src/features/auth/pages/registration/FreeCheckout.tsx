import { useState } from 'react';
import { Navigate } from 'react-router';
import { saveFreeRegistration } from '#shared/api/accounts.ts';
import { freePlan } from '#shared/messages/earnings.ts';
import { call } from '#web/api/client.ts';
import { feeWords } from '#web/features/billing/pricing/plan-words.tsx';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { STAGE } from '#web/stage.ts';
import { type Pricing, storedLicense, storedPricing } from '../../registration-choices.ts';
import { Steps } from './Steps.tsx';
import { Summary } from './Summary.tsx';
import { useFinishRegistration } from './use-finish-registration.ts';

/* A summary of the choices, and the button that finishes a registration on the free plan. */
export function Component() {
  const [chosen] = useState(() => ({ license: storedLicense(), pricing: storedPricing() }));
  if (!chosen.license) return <Navigate to={paths.license()} replace />;
  if (!chosen.pricing) return <Navigate to={paths.inboundMessaging()} replace />;
  if (chosen.license !== 'FREE') return <Navigate to={paths.registrationPaidCheckout()} replace />;
  return <Checkout pricing={chosen.pricing} />;
}

function Checkout({ pricing }: { pricing: Pricing }) {
  const { busy, error, finish } = useFinishRegistration(() =>
    call(saveFreeRegistration, { license: 'FREE', ...pricing }),
  );
  return (
    <FormPage
      title="All set?"
      back={paths.inboundMessaging()}
      lead={<Steps step={3} />}
      onSubmit={() => void finish()}
      busy={busy}
      error={error}
      submit="Finish"
      note={freePlan(feeWords('FREE', STAGE.fees))}
    >
      <Summary license="FREE" pricing={pricing} />
    </FormPage>
  );
}
