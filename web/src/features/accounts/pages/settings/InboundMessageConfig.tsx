import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { ActionBar } from '../../../../ui/ActionBar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Money } from '../../../../ui/Money.tsx';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';
import { Stamp } from '../../../../ui/Stamp.tsx';
import { pricingQueries } from '../account-queries.ts';

/* The user's current price and commitment. */
export function Component() {
  const { data, isPending, isFetching, refetch } = useQuery(pricingQueries().pricing);
  const settings = data?.data[0];
  return (
    <Page
      title="Price and commitment"
      back={paths.settings()}
      actionBar={
        settings && (
          <ActionBar>
            <Button block render={<Link to={paths.updateInboundMessageConfig()} />}>
              Update
            </Button>
          </ActionBar>
        )
      }
    >
      {settings && (
        <div className="grid justify-items-center gap-6 pt-6">
          <Stamp price={settings.paidResponsePrice} width={150} />
          <dl className="w-full divide-y divide-rule rounded-card border border-rule bg-card px-5 py-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <dt>Price per response</dt>
              <dd className="ml-auto font-figures text-xl leading-none">
                <Money amount={settings.paidResponsePrice} />
              </dd>
            </div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <dt>Message commitment</dt>
              <dd className="ml-auto font-figures text-xl leading-none">
                {settings.paidResponseCommitment.toLocaleString('en-US')}
                <span className="font-sans text-base text-soft"> a month</span>
              </dd>
            </div>
          </dl>
          <p className="text-soft">
            {settings.paidResponseCommitment === 0
              ? 'Nobody can write to you at the moment. Raise the commitment to accept messages.'
              : 'Whoever writes to you pays this price. It is yours, less the fees, once you have answered.'}
          </p>
        </div>
      )}
      {!settings && isPending && <CardSkeleton height={220} />}
      {!settings && !isPending && (
        <ErrorState
          words="We could not load your price."
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
  );
}
