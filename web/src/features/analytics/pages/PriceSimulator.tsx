import { useState } from 'react';
import { formatCount } from '#shared/format-count.ts';
import { type Cents, cents, formatMoney, toDollars } from '#shared/money.ts';
import {
  candidatePrices,
  estimateOf,
  PAID_MIN,
  type PriceEstimate,
  type PriceModel,
  priceModelOf,
  VIEWS_MIN,
} from '#shared/rules/analytics/price-simulator.ts';
import { feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { STAGE } from '#web/stage.ts';
import { BarChart, type ChartBar } from '#web/ui/BarChart.tsx';
import { Field } from '#web/ui/Field.tsx';
import { shortMoney } from '#web/ui/Money.tsx';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import type { WholeAnalytics } from './analytics-queries.ts';
import { topOf } from './bins.ts';
import { SaveCsv } from './SaveCsv.tsx';
import { Section } from './Section.tsx';

type SimulatorProps = { whole: WholeAnalytics; currentPrice: Cents };

/* What each price would have brought. docs/product/analytics.md#price-simulator */
export function PriceSimulator({ whole: { prices }, currentPrice }: SimulatorProps) {
  const model = priceModelOf(prices);
  if (!model) return <TooLittle prices={prices} />;
  const estimates = candidatePrices(model, prices, currentPrice).map((price) =>
    estimateOf(model, price, TERMS),
  );
  return (
    <>
      <BarChart
        title="Price simulator"
        column="Earned per 100 views"
        of="Price"
        bars={estimates.map((one) => barOf(one, currentPrice))}
        scale={(value) => shortMoney(cents(value))}
        top={topOf(estimates.map(({ earned }) => earned.high))}
        action={
          <SaveCsv label="Download prices (CSV)" of="prices" rows={() => rowsOf(estimates)} />
        }
      >
        What each price would have brought per 100 views after our fee, if you answer everything.
        The lines show the likely range (80% of the time).
      </BarChart>
      <TryPrice model={model} />
      <Assumptions />
    </>
  );
}

/** The simulator is part of Professional, so its fee applies. */
const TERMS = feeTermsOf('PROFESSIONAL', STAGE.fees);

function barOf({ price, earned, paid }: PriceEstimate, currentPrice: Cents): ChartBar {
  const name = formatMoney(price);
  return {
    name: price === currentPrice ? `${name}, your price` : name,
    short: shortMoney(price),
    value: earned.average,
    low: earned.low,
    high: earned.high,
    words: `${dollars(earned.average)} (${dollars(earned.low)} to ${dollars(earned.high)}), ${count(paid.average)} paid (${count(paid.low)} to ${count(paid.high)})`,
    isRunning: false,
  };
}

const dollars = (amount: number) => formatMoney(cents(Math.round(amount)));
const count = (number: number) => number.toFixed(number < 10 ? 1 : 0);

const rowsOf = (estimates: readonly PriceEstimate[]) => [
  [
    'Price',
    'Paid per 100 views',
    'Paid low',
    'Paid high',
    'Earned per 100 views',
    'Earned low',
    'Earned high',
  ],
  ...estimates.map(({ price, paid, earned }) => [
    toDollars(price).toFixed(2),
    ...[paid.average, paid.low, paid.high].map((number) => number.toFixed(2)),
    ...[earned.average, earned.low, earned.high].map((amount) => (amount / 100).toFixed(2)),
  ]),
];

function TooLittle({ prices }: { prices: WholeAnalytics['prices'] }) {
  const views = prices.reduce((sum, price) => sum + price.views, 0);
  const paid = prices.reduce((sum, price) => sum + price.paid, 0);
  return (
    <Section title="Price simulator">
      <p className="mt-1 max-w-[60ch] text-soft">
        Too little to say yet what another price would bring. It needs {VIEWS_MIN} views and{' '}
        {PAID_MIN} paid letters in 13 months; so far there are {formatCount(views)} and {paid}.
      </p>
    </Section>
  );
}

/* The estimate for a price that the user types. */
function TryPrice({ model }: { model: PriceModel }) {
  const [text, setText] = useState('');
  const typed = Number(text);
  const price = text !== '' && Number.isFinite(typed) ? cents(Math.round(typed * 100)) : undefined;
  const isKnown = price !== undefined && price >= model.from && price <= model.to;
  const range = `${formatMoney(model.from)} to ${formatMoney(model.to)}`;
  return (
    <div className="mt-4 max-w-80">
      <Field
        label="Try a price"
        hint={`From ${range}: farther from your prices it would be guessing.`}
      >
        <MoneyInput value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <p role="status" className="mt-2 min-h-12">
        {price !== undefined &&
          (isKnown ? wordsOf(estimateOf(model, price, TERMS)) : `Enter a price from ${range}.`)}
      </p>
    </div>
  );
}

const wordsOf = ({ paid, earned }: PriceEstimate) =>
  `About ${count(paid.average)} paid letters per 100 views (${count(paid.low)} to ${count(paid.high)}), and ${dollars(earned.average)} (${dollars(earned.low)} to ${dollars(earned.high)}).`;

function Assumptions() {
  return (
    <p className="mt-3 max-w-[60ch] text-[0.9375rem] text-soft">
      How it is computed: from the views and paid letters of 13 months at each of your prices, it
      assumes that a price that’s 1% higher loses a fixed percentage of the senders, and learns that
      percentage from your own figures. Without them it would assume 1%, probably between 0.25% and
      1.75%. If you have had one price only, what it says of others rests on that assumption. Other
      people, other seasons and luck aren’t in it.
    </p>
  );
}
