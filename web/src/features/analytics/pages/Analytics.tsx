import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#shared/format-count.ts';
import type { Period } from '#shared/rules/analytics/day-counts.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { serverNow } from '#web/api/clock.ts';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { BarChart } from '#web/ui/BarChart.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import {
  type Analytics,
  analyticsQueries,
  analyticsQuery,
  FIRST_PERIOD,
} from './analytics-queries.ts';
import { barsOf, binOf, binsOf, everyDay, stepRows, sumOfFunnels, topOf } from './bins.ts';
import { FunnelSteps } from './FunnelSteps.tsx';
import { PeriodChoice } from './PeriodChoice.tsx';
import { SaveCsv } from './SaveCsv.tsx';

export const loader = queryLoader(analyticsQueries);

const Whole = lazyPart(async () => (await import('./Whole.tsx')).Whole);

/* How people come to the user's profile and what becomes of it. docs/product/analytics.md */
export function Component() {
  const [period, setPeriod] = useState<Period>(FIRST_PERIOD);
  const query = useEntity({ ...analyticsQuery(period), placeholderData: keepPreviousData });
  return (
    <Page title="Analytics" back={paths.settings()}>
      <p className="text-soft">
        How people come to your profile, and what becomes of it. Counted without cookies, by days in
        UTC.
      </p>
      <QueryContent
        query={query}
        failed="We couldn’t load your analytics."
        skeleton={<CardSkeleton height={320} />}
      >
        {(analytics) => (
          <>
            {analytics.whole && <PeriodChoice chosen={period} onChoose={setPeriod} />}
            <Content analytics={analytics} />
          </>
        )}
      </QueryContent>
    </Page>
  );
}

function Content({ analytics }: { analytics: Analytics }) {
  const all = everyDay(analytics, serverNow());
  const total = sumOfFunnels(all);
  const isEmpty = total.view + total.press + total.draft + total.paid === 0;
  return (
    <>
      {isEmpty ? (
        <NobodyYet days={analytics.days} />
      ) : (
        <>
          <FunnelSteps steps={total} days={analytics.days} />
          <Charts all={all} />
        </>
      )}
      {analytics.whole ? (
        <Whole analytics={analytics} whole={analytics.whole} />
      ) : (
        <WhatProfessionalAdds />
      )}
    </>
  );
}

/* Views and paid messages over time, with all steps of every day as a file. */
function Charts({ all }: { all: ReturnType<typeof everyDay> }) {
  const bins = binsOf(all);
  const save = (
    <SaveCsv
      label="Download daily figures (CSV)"
      of="days"
      rows={() =>
        stepRows(
          'Day',
          all.map((one) => [one.day, one]),
        )
      }
    />
  );
  const shown = [
    [
      'view',
      'Views',
      'People who viewed your profile, counted once a day. An outlined bar is still in progress.',
    ],
    ['paid', 'Paid letters', 'On the day they were paid.'],
  ] as const;
  return shown.map(([step, title, words]) => (
    <BarChart
      key={step}
      title={title}
      column={title}
      of={binOf(all.length)}
      bars={barsOf(bins, step)}
      scale={(value) => formatCount(value)}
      top={topOf(bins.map(({ steps }) => steps[step]))}
      action={save}
    >
      {words}
    </BarChart>
  ));
}

function NobodyYet({ days }: { days: number }) {
  return (
    <EmptyState
      drawing="letterbox"
      title="No one came yet"
      action={<Button render={<Link to={paths.myProfile()} />}>Share your profile</Button>}
    >
      No one opened your profile in the last {days} days. Put its link or its QR code where people
      already ask you things.
    </EmptyState>
  );
}

function WhatProfessionalAdds() {
  return (
    <section className="mt-9 rounded-card border border-rule bg-card p-5">
      <h2 className="font-serif text-xl">{PLAN_TERMS.PROFESSIONAL.name} shows the whole year</h2>
      <p className="mt-1.5 mb-4 text-soft">
        You see the last 7 days. {PLAN_TERMS.PROFESSIONAL.name} adds up to 12 months, where people
        come from, earnings by month, hours to answer, repeat senders, refunds, and a simulator of
        what each price would have brought.
      </p>
      <Button variant="quiet" render={<Link to={paths.subscription()} />}>
        Look at the plans
      </Button>
    </section>
  );
}
