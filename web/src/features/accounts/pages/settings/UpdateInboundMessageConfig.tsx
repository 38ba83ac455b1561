import { Link, useNavigate } from 'react-router';
import {
  updateInboundSettings,
  viewInboundSettings,
} from '../../../../../../shared/api/inbound-settings.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { viewUserProfile } from '../../../../../../shared/api/profiles.ts';
import { call } from '../../../../api/client.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { refresh, useEntity } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { PricingFields, usePricingForm } from '../../../billing/pricing/PricingFields.tsx';
import { pricingQueries } from '../account-queries.ts';

export const loader = queryLoader(pricingQueries);

const TITLE = 'Update your price';

/* Changes price and commitment. docs/product/profiles.md#price-and-commitment */
export function Component() {
  const pricing = useEntity(pricingQueries().pricing);
  return (
    <QueryPage
      title={TITLE}
      back={paths.inboundMessageConfig()}
      query={pricing}
      failed="We could not load your price."
      skeleton={<CardSkeleton height={320} />}
    >
      {(settings) => <PriceForm settings={settings} />}
    </QueryPage>
  );
}

type Settings = Output<typeof viewInboundSettings>['data'][number];

function PriceForm({ settings }: { settings: Settings }) {
  const navigate = useNavigate();
  const { licenseId } = useCurrentUser();
  const form = usePricingForm({
    price: settings.paidResponsePrice,
    commitment: settings.paidResponseCommitment,
  });
  const submission = useSubmission(form, {
    failed: 'Error while updating inbound configuration. Please try again.',
    send: async (pricing) => {
      await call(updateInboundSettings, pricing);
      await refresh(viewInboundSettings, viewUserProfile);
      toast.success('Saved');
      navigate(paths.inboundMessageConfig());
    },
  });
  return (
    <FormPage
      title={TITLE}
      back={paths.inboundMessageConfig()}
      {...submission}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.inboundMessageConfig()} />}>
          Cancel
        </Button>
      }
      note="Messages that are paid already keep the price they were paid at."
    >
      {settings.tiers && (
        <p className="text-soft">
          Your tiers take the place of this price. It applies again once you remove them.
        </p>
      )}
      <PricingFields form={form} plan={licenseId} />
    </FormPage>
  );
}
