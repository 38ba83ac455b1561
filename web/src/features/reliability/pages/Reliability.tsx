import { PRODUCT_NAME } from '#shared/brand.ts';
import { prettyDate } from '#shared/dates.ts';
import { toIso } from '#shared/time.ts';
import { useEntity } from '#web/api/queries.ts';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { BarChart } from '#web/ui/BarChart.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import {
  answeredShare,
  chartMonths,
  givenBackShare,
  medianTime,
  newestMonth,
  type Published,
  summaryOf,
  topOfClaims,
  topOfHours,
  upheldClaims,
} from './month-figures.ts';
import { reliabilityQueries } from './reliability-queries.ts';
import { WhatCounts } from './WhatCounts.tsx';

export const loader = publicQueryLoader(reliabilityQueries);

/* How reliable the whole platform is, by month. docs/product/reliability.md */
export function Component() {
  const query = useEntity(reliabilityQueries().reliability);
  return (
    <Page title="Reliability" header="brand">
      <p className="text-soft">
        How often a paid letter is answered on {PRODUCT_NAME}, how fast, and how much money goes
        back.
      </p>
      <QueryContent
        query={query}
        failed="We couldn’t load the figures."
        skeleton={<CardSkeleton height={320} />}
      >
        {(published) => <Figures published={published} />}
      </QueryContent>
      <WhatCounts />
    </Page>
  );
}

function Figures({ published }: { published: Published }) {
  const { computedAt } = published;
  const newest = newestMonth(published);
  return (
    <>
      <p className="mt-4 max-w-[38ch] font-serif text-[1.375rem] leading-snug">
        {newest
          ? summaryOf(newest)
          : 'Too few letters have been answered or have run out of time to say anything yet. A month needs 20.'}
      </p>
      <p className="mt-2 text-soft">
        {computedAt === null ? (
          'The figures are computed once a day, and weren’t computed yet.'
        ) : (
          <>
            Computed on <time dateTime={toIso(computedAt)}>{prettyDate(computedAt)}</time>, once a
            day.
          </>
        )}
      </p>
      {newest && <Charts published={published} />}
    </>
  );
}

function Charts({ published }: { published: Published }) {
  return (
    <>
      <BarChart
        of="Month"
        title="Answered"
        column="Answered"
        bars={chartMonths(published, answeredShare)}
        scale={percent}
        top={100}
      >
        Of the paid letters that were answered or left without an answer for ten days. An outlined
        bar is a month that isn’t over.
      </BarChart>
      <BarChart
        of="Month"
        title="Time to the answer"
        column="Half came within"
        bars={chartMonths(published, medianTime)}
        scale={(hours) => (hours > 48 ? `${hours / 24} d` : `${hours} h`)}
        top={topOfHours(published)}
      >
        Half of the answers came within this time after the payment.
      </BarChart>
      <BarChart
        of="Month"
        title="Given back"
        column="Given back"
        bars={chartMonths(published, givenBackShare)}
        scale={percent}
        top={100}
      >
        The part of the price of all letters that ended in the month, however they ended, that went
        back to their senders.
      </BarChart>
      <BarChart
        of="Month"
        title="Upheld claims"
        column="Upheld claims"
        bars={chartMonths(published, upheldClaims)}
        scale={String}
        top={topOfClaims(published)}
      >
        Answers that senders claimed didn’t answer the question, and the claim was upheld. They
        count as unanswered.
      </BarChart>
    </>
  );
}

const percent = (value: number) => `${Math.round(value)}%`;
