import { hoursWords } from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import { type Cents, cents, formatMoney, minus, toDollars } from '#shared/money.ts';
import { daysOf, type RefundReason, STEPS } from '#shared/rules/analytics/day-counts.ts';
import type { Source } from '#shared/rules/analytics/sources.ts';
import { serverNow } from '#web/api/clock.ts';
import { BarChart, type ChartBar } from '#web/ui/BarChart.tsx';
import { shortMoney } from '#web/ui/Money.tsx';
import type { Analytics, WholeAnalytics } from './analytics-queries.ts';
import { monthNames, STEP_NAMES, shareOf, stepRows, sumOfFunnels, topOf } from './bins.ts';
import { PriceSimulator } from './PriceSimulator.tsx';
import { SaveCsv } from './SaveCsv.tsx';
import { Section, Table } from './Section.tsx';

type WholeProps = { analytics: Analytics; whole: WholeAnalytics };

/* What only Professional shows. */
export function Whole({ analytics, whole }: WholeProps) {
  return (
    <>
      <Sources whole={whole} />
      <Earnings whole={whole} />
      <Answers analytics={analytics} whole={whole} />
      <PriceSimulator whole={whole} currentPrice={analytics.currentPrice} />
    </>
  );
}

const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  link: 'Shared link',
  qr: 'QR code',
  embed: 'Button or card on a site',
  email: 'Email signature',
  search: 'Search in the app',
  referral: 'Your invitation',
  direct: 'Direct or unknown',
};

function Sources({ whole: { sources } }: { whole: WholeAnalytics }) {
  const named = sources.map(({ source, ...steps }) => [SOURCE_NAMES[source], steps] as const);
  return (
    <Section
      title="Where people come from"
      lead="Based on the link or QR code they opened. A copied address counts as direct."
    >
      <Table
        caption="The steps by source"
        head={['Source', ...STEPS.map((step) => STEP_NAMES[step])]}
        rows={named.map(([name, steps]) => [
          name,
          ...STEPS.map((step) => formatCount(steps[step])),
        ])}
      />
      <SaveCsv label="Download sources (CSV)" of="sources" rows={() => stepRows('Source', named)} />
    </Section>
  );
}

/** The days from which the months of the chart are taken: the current month and the twelve before it. */
const EARNED_DAYS = 13 * 28;

function Earnings({ whole: { months } }: { whole: WholeAnalytics }) {
  const all = [...new Set(daysOf(EARNED_DAYS, serverNow()).map((day) => day.slice(0, 7)))];
  const netOf = (month: string): Cents => {
    const found = months.find((one) => one.month === month);
    return cents(found ? found.gross - found.fees : 0);
  };
  const bars: ChartBar[] = all.map((month) => ({
    ...monthNames(month),
    value: netOf(month),
    words: formatMoney(netOf(month)),
    isRunning: month === all.at(-1),
  }));
  return (
    <BarChart
      title="Earnings"
      column="After fees"
      of="Month"
      bars={bars}
      scale={(value) => shortMoney(cents(value))}
      top={Math.max(1_000, topOf(bars.map(({ value }) => value ?? 0)))}
      action={
        <SaveCsv
          label="Download earnings (CSV)"
          of="earnings"
          rows={() => [
            ['Month', 'Paid for answers', 'Fees', 'Earned'],
            ...months.map(({ month, gross, fees }) => [
              month,
              ...[gross, fees, minus(gross, fees)].map((amount) => toDollars(amount).toFixed(2)),
            ]),
          ]}
        />
      }
    >
      What your answers brought after the fees, in the month of the answer. What a claim, a dispute
      or support took back later isn’t deducted; the transaction history has it.
    </BarChart>
  );
}

const REASONS: Readonly<Record<RefundReason, string>> = {
  expired: 'No answer in ten days',
  declined: 'You declined',
  cancelled: 'The sender canceled',
  reported: 'Reported by you',
  claim: 'A claim about the answer',
  dispute: 'A dispute at the bank',
  support: 'A decision of support',
};

function Answers({ analytics, whole }: WholeProps) {
  const { paid } = sumOfFunnels(analytics.counts);
  const { medianHours, mostHours, repeats, refunds, refunded } = whole;
  return (
    <Section
      title="Answers, senders, refunds"
      lead={`Of the letters that were paid for in the last ${analytics.days} days.`}
    >
      <dl className="mt-3 grid gap-3">
        <Fact name="Hours to answer">
          {medianHours === null || mostHours === null
            ? 'No answers yet'
            : `Half within ${hoursWords(medianHours)}, nine in ten within ${hoursWords(mostHours)}`}
        </Fact>
        <Fact name="Repeat senders">
          {paid === 0
            ? 'No paid letters yet'
            : `${repeats} of ${paid} letters (${shareOf(repeats, paid)}) came from people who had paid you before`}
        </Fact>
        <Fact name="Refunds">
          {refunds.length === 0 ? 'None' : `${formatMoney(refunded)} went back to senders`}
        </Fact>
      </dl>
      {refunds.length > 0 && (
        <>
          <Table
            caption="Refunds by reason"
            head={['Reason', 'Messages']}
            rows={refunds.map(({ reason, count }) => [REASONS[reason], String(count)])}
          />
          <SaveCsv
            label="Download refunds (CSV)"
            of="refunds"
            rows={() => [
              ['Reason', 'Messages'],
              ...refunds.map(({ reason, count }) => [REASONS[reason], String(count)]),
            ]}
          />
        </>
      )}
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
