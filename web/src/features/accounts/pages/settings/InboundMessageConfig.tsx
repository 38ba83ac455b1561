import { Link } from 'react-router';
import type { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { viewWaiting } from '#shared/api/offers.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatCount } from '#shared/format-count.ts';
import { serverNow } from '#web/api/clock.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { TIER_CARD, TierCard } from '#web/features/conversations/TierCard.tsx';
import { tierWords } from '#web/features/conversations/tier-words.ts';
import { paths } from '#web/paths.ts';
import { dayWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { List, SettingRow } from '#web/ui/List.tsx';
import { Money } from '#web/ui/Money.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { pricingQueries } from '../account-queries.ts';
import { sentWords } from './setting-values.ts';

export const loader = queryLoader(pricingQueries);

const PAGE = { title: 'Prices and availability', back: paths.settings() };

/* The user's current price and commitment. */
export function Component() {
  const pricing = useEntity(pricingQueries().pricing);
  return (
    <QueryPage
      {...PAGE}
      query={pricing}
      failed="We couldn’t load your price."
      skeleton={<CardSkeleton height={220} />}
    >
      {(settings) => (
        <Page
          {...PAGE}
          actionBar={
            <ActionBar>
              <Button block render={<Link to={paths.updateInboundMessageConfig()} />}>
                Update
              </Button>
              <Button variant="quiet" block render={<Link to={paths.updateTiers()} />}>
                {settings.tiers ? 'Change your tiers' : 'Offer tiers'}
              </Button>
              <Button variant="quiet" block render={<Link to={paths.updateAvailability()} />}>
                Pause or limit letters
              </Button>
            </ActionBar>
          }
        >
          <div className="grid justify-items-center gap-6 pt-6">
            {settings.tiers ? <Tiers tiers={settings.tiers} /> : <SinglePrice {...settings} />}
            <Commitment {...settings} />
            <div className="w-full">
              <List label="More about writing to you">
                <SettingRow
                  title="Questions to senders"
                  value={settings.prompts?.length ?? 'None'}
                  render={<Link to={paths.updatePrompts()} />}
                />
                {settings.takesPictures !== undefined && (
                  <SettingRow
                    title="What people may send"
                    value={sentWords(settings)}
                    render={<Link to={paths.attachmentSettings()} />}
                  />
                )}
                <SettingRow
                  title="Prices for contacts"
                  render={<Link to={paths.contactPrices()} />}
                />
              </List>
            </div>
          </div>
        </Page>
      )}
    </QueryPage>
  );
}

type Settings = Output<typeof viewInboundSettings>['data'][number];

function SinglePrice({ paidResponsePrice }: Settings) {
  return <Stamp price={paidResponsePrice} width={150} />;
}

function Tiers({ tiers }: { tiers: NonNullable<Settings['tiers']> }) {
  return (
    <ul aria-label="Your tiers" className="grid w-full gap-2">
      {tiers.map((tier) => (
        <li key={tier.name} className={TIER_CARD}>
          <TierCard name={tier.name} words={tierWords(tier)} price={tier.price} />
        </li>
      ))}
    </ul>
  );
}

function Commitment(settings: Settings) {
  const { paidResponsePrice, paidResponseCommitment, tiers, waitingMax, paused } = settings;
  return (
    <>
      <dl className="w-full divide-y divide-rule rounded-card border border-rule bg-card px-5 py-1">
        {!tiers && (
          <div className={ROW}>
            <dt>Price per response</dt>
            <dd className={FIGURE}>
              <Money amount={paidResponsePrice} />
            </dd>
          </div>
        )}
        <div className={ROW}>
          <dt>Message commitment</dt>
          <dd className={FIGURE}>
            {formatCount(paidResponseCommitment)}
            <span className="font-sans text-base text-soft"> a month</span>
          </dd>
        </div>
        {waitingMax !== undefined && <Waiting waitingMax={waitingMax} />}
      </dl>
      {paused && (
        <p className="w-full rounded-letter bg-tint p-4">
          You’re not accepting letters
          {paused.until ? ` until ${dayWords(paused.until, serverNow())}` : ''}.
        </p>
      )}
      <p className="text-soft">
        {paidResponseCommitment === 0
          ? 'No one can write to you right now. Raise the commitment to accept letters.'
          : tiers
            ? 'People pay one of these prices to write to you. After you answer, you keep it minus our fee.'
            : 'People pay this price to write to you. After you answer, you keep it minus our fee.'}
      </p>
    </>
  );
}

/* How much of the cap is used, and how many people wait for a place. */
function Waiting({ waitingMax }: { waitingMax: number }) {
  const waiting = useEntity(query(viewWaiting, {})).data;
  return (
    <>
      <div className={ROW}>
        <dt>Waiting at once</dt>
        <dd className={FIGURE}>
          {waiting && `${waiting.waitingOrders} `}
          <span className="font-sans text-base text-soft">of at most </span>
          {waitingMax}
        </dd>
      </div>
      {waiting && waiting.askers > 0 && (
        <div className={ROW}>
          <dt>People waiting for a free place</dt>
          <dd className={FIGURE}>{formatCount(waiting.askers)}</dd>
        </div>
      )}
    </>
  );
}

const ROW = 'flex flex-wrap items-baseline justify-between gap-x-4 py-3';
const FIGURE = 'ml-auto font-figures text-xl leading-none';
