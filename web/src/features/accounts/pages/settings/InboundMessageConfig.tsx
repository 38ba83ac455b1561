import { Link } from 'react-router';
import { useEntity } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { QueryPage } from '../../../../shell/QueryPage.tsx';
import { ActionBar } from '../../../../ui/ActionBar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Money } from '../../../../ui/Money.tsx';
import { CardSkeleton } from '../../../../ui/Skeletons.tsx';
import { Stamp } from '../../../../ui/Stamp.tsx';
import { pricingQueries } from '../account-queries.ts';

export const loader = queryLoader(pricingQueries);

const PAGE = { title: 'Price and commitment', back: paths.settings() };

/* The user's current price and commitment. */
export function Component() {
  const pricing = useEntity(pricingQueries().pricing);
  return (
    <QueryPage
      {...PAGE}
      query={pricing}
      failed="We could not load your price."
      skeleton={<CardSkeleton height={220} />}
    >
      {({ paidResponsePrice, paidResponseCommitment }) => (
        <Page
          {...PAGE}
          actionBar={
            <ActionBar>
              <Button block render={<Link to={paths.updateInboundMessageConfig()} />}>
                Update
              </Button>
            </ActionBar>
          }
        >
          <div className="grid justify-items-center gap-6 pt-6">
            <Stamp price={paidResponsePrice} width={150} />
            <dl className="w-full divide-y divide-rule rounded-card border border-rule bg-card px-5 py-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
                <dt>Price per response</dt>
                <dd className="ml-auto font-figures text-xl leading-none">
                  <Money amount={paidResponsePrice} />
                </dd>
              </div>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
                <dt>Message commitment</dt>
                <dd className="ml-auto font-figures text-xl leading-none">
                  {paidResponseCommitment.toLocaleString('en-US')}
                  <span className="font-sans text-base text-soft"> a month</span>
                </dd>
              </div>
            </dl>
            <p className="text-soft">
              {paidResponseCommitment === 0
                ? 'Nobody can write to you at the moment. Raise the commitment to accept messages.'
                : 'Whoever writes to you pays this price. It is yours, less the fees, once you have answered.'}
            </p>
          </div>
        </Page>
      )}
    </QueryPage>
  );
}
