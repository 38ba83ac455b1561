import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import {
  updateInboundSettings,
  viewInboundSettings,
} from '../../../../../../shared/api/accounts.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { viewUserProfile } from '../../../../../../shared/api/profiles.ts';
import { call } from '../../../../api/client.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { refresh } from '../../../../api/queries.ts';
import { useSubmission } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Page } from '../../../../shell/Page.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';
import { toast } from '../../../../ui/Toast.tsx';
import { PricingFields, usePricingForm } from '../../../billing/pricing/PricingFields.tsx';
import { pricingQueries } from '../account-queries.ts';

const TITLE = 'Update your price';

/* Changes price and commitment. docs/product/profiles.md#price-and-commitment */
export function Component() {
  const { data, isPending, isFetching, refetch } = useQuery(pricingQueries().pricing);
  const settings = data?.data[0];
  if (settings) return <PriceForm settings={settings} />;
  return (
    <Page title={TITLE} back={paths.inboundMessageConfig()}>
      {isPending ? (
        <CardSkeleton height={320} />
      ) : (
        <ErrorState
          words="We could not load your price."
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
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
  const { onSubmit, busy, error } = useSubmission(form, {
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
      onSubmit={onSubmit}
      busy={busy}
      error={error}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.inboundMessageConfig()} />}>
          Cancel
        </Button>
      }
      note="Messages that are paid already keep the price they were paid at."
    >
      <PricingFields form={form} plan={licenseId} />
    </FormPage>
  );
}
