import { useState } from 'react';
import { Navigate } from 'react-router';
import { saveFreeRegistration } from '../../../../shared/api/accounts.ts';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { keptLicense, keptPricing, type Pricing } from '../../registration/choices.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { Steps } from './Steps.tsx';
import { Summary } from './Summary.tsx';
import { useFinish } from './use-finish.ts';

/* Everything chosen, once more, and the end of the registration. */
export function Component() {
  const [chosen] = useState(() => ({ license: keptLicense(), pricing: keptPricing() }));
  if (!chosen.license) return <Navigate to={paths.license()} replace />;
  if (!chosen.pricing) return <Navigate to={paths.inboundMessaging()} replace />;
  if (chosen.license !== 'FREE') return <Navigate to={paths.registrationPaidCheckout()} replace />;
  return <Checkout pricing={chosen.pricing} />;
}

function Checkout({ pricing }: { pricing: Pricing }) {
  const { busy, error, finish } = useFinish(() =>
    call(saveFreeRegistration, { license: 'FREE', ...pricing }),
  );
  return (
    <FormPage
      title="All set?"
      back={paths.inboundMessaging()}
      lead={<Steps step={3} />}
      onSubmit={finish}
      busy={busy}
      error={error}
      submit="Finish"
      note="Nothing is charged, now or later."
    >
      <Summary license="FREE" pricing={pricing} />
    </FormPage>
  );
}
