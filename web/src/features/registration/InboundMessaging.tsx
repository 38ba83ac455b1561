import { Navigate, useNavigate } from 'react-router';
import { COMMITMENT_START, PRICE_START } from '../../../../shared/rules/conversations/pricing.ts';
import { paths } from '../../paths.ts';
import { PricingFields, usePricingForm } from '../../pricing/PricingFields.tsx';
import { keepPricing, keptLicense, keptPricing } from '../../registration/choices.ts';
import { FormPage } from '../../shell/FormPage.tsx';
import { Steps } from './Steps.tsx';

/* The price of an answer, and how many a month. */
export function Component() {
  const navigate = useNavigate();
  const license = keptLicense();
  const kept = keptPricing();
  const form = usePricingForm({
    price: kept?.paidResponsePrice ?? PRICE_START,
    commitment: kept?.paidResponseCommitment ?? COMMITMENT_START,
  });
  if (!license) return <Navigate to={paths.license()} replace />;
  return (
    <FormPage
      title="Your price"
      back={paths.license()}
      lead={<Steps step={2} />}
      onSubmit={form.handleSubmit((pricing) => {
        keepPricing(pricing);
        navigate(
          license === 'FREE' ? paths.registrationFreeCheckout() : paths.registrationPaidCheckout(),
        );
      })}
      busy={form.formState.isSubmitting}
      error={undefined}
      submit="Continue"
      note="You can change both whenever you like."
    >
      <PricingFields form={form} plan={license} />
    </FormPage>
  );
}
