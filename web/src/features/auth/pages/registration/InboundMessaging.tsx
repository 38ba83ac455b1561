import { Navigate, useNavigate } from 'react-router';
import { COMMITMENT_START, PRICE_START } from '#shared/rules/conversations/pricing.ts';
import { PricingFields, usePricingForm } from '#web/features/billing/pricing/PricingFields.tsx';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { storedLicense, storedPricing, storePricing } from '../../registration-choices.ts';
import { Steps } from './Steps.tsx';

/* The step for the price of an answer and the monthly commitment. */
export function Component() {
  const navigate = useNavigate();
  const license = storedLicense();
  const kept = storedPricing();
  const { form, clearDraft } = usePricingForm({
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
        storePricing(pricing);
        clearDraft();
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
