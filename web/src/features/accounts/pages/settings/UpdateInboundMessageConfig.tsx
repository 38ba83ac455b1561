import { updateInboundSettings } from '#shared/api/inbound-settings.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { PricingFields, usePricingForm } from '#web/features/billing/pricing/PricingFields.tsx';
import { pricingQueries } from '../account-queries.ts';
import { PricingForm, PricingPage, type PricingSettings } from './PricingForm.tsx';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Update your price';

/* Changes price and commitment. docs/product/profiles.md#price-and-commitment */
export function Component() {
  return (
    <PricingPage title={TITLE} failed="We couldn’t load your price.">
      {(settings) => <PriceForm settings={settings} />}
    </PricingPage>
  );
}

function PriceForm({ settings }: { settings: PricingSettings }) {
  const { licenseId } = useCurrentUser();
  const { form, clearDraft } = usePricingForm({
    price: settings.paidResponsePrice,
    commitment: settings.paidResponseCommitment,
  });
  return (
    <PricingForm
      title={TITLE}
      form={form}
      clearDraft={clearDraft}
      save={(pricing) => call(updateInboundSettings, pricing)}
      failed="Error while updating inbound configuration. Please try again."
      note="Letters that are already paid for keep their price."
    >
      {settings.tiers && (
        <p className="text-soft">
          Your tiers take the place of this price. It applies again once you remove them.
        </p>
      )}
      <PricingFields form={form} plan={licenseId} />
    </PricingForm>
  );
}
