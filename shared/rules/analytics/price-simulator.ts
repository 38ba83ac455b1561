import { type Cents, cents } from '../../money.ts';
import { type FeeTerms, netOf, PRICE_MAX, PRICE_MIN } from '../conversations/pricing.ts';
import type { PriceCounts } from './day-counts.ts';
import { gammaCdf } from './gamma.ts';

/*
 * What each price would have brought, from a person's own views and paid messages at the prices they have had.
 *
 * The model: at price p, a view brings r · (p / p₀)^−e paid messages on average, where p₀ is the usual price of the views, r the
 * rate at p₀, and e the elasticity. The number of paid messages is Poisson distributed. Before any data, e is normal with mean
 * 1 and standard deviation 0.75, cut to 0 to 4, and r has Jeffreys' prior. For a given e, r is gamma distributed exactly, so the
 * posterior is a mixture over a grid of e; nothing is drawn at random. docs/product/analytics.md#price-simulator
 */

/** With fewer views, or fewer paid messages, there is too little to say anything. */
export const VIEWS_MIN = 200;
export const PAID_MIN = 5;

/** The probability that the average lies in the interval that is shown. */
const CREDIBILITY = 0.8;

const ELASTICITY = { mean: 1, deviation: 0.75, most: 4, step: 0.05 } as const;
/** Jeffreys' prior of a Poisson rate is a gamma distribution of shape ½ and rate 0. */
const PRIOR_SHAPE = 0.5;

/** A posterior of the elasticity and the rate, as a mixture. `exposure`: the views, each weighted by its price. */
export type PriceModel = {
  readonly usualPrice: number;
  readonly shape: number;
  readonly parts: readonly {
    readonly elasticity: number;
    readonly weight: number;
    readonly exposure: number;
  }[];
  /** The lowest and highest price that the model says something about. */
  readonly from: Cents;
  readonly to: Cents;
};

/** Half the lowest and twice the highest price that was shown; beyond it would be guessing. */
const REACH = 2;

/** Fits the model; undefined if there is too little to say anything. */
export function priceModelOf(prices: readonly PriceCounts[]): PriceModel | undefined {
  const shown = prices.filter(({ views }) => views > 0);
  const views = shown.reduce((sum, price) => sum + price.views, 0);
  // A message at a price that nobody was seen looking at has no view to compare it with.
  const paid = shown.reduce((sum, price) => sum + price.paid, 0);
  const [lowest, highest] = [shown[0], shown.at(-1)];
  if (!lowest || !highest || views < VIEWS_MIN || paid < PAID_MIN) return undefined;
  const logs = shown.map(({ price }) => Math.log(price));
  const usual = shown.reduce((sum, one, nth) => sum + one.views * (logs[nth] ?? 0), 0) / views;
  const away = logs.map((log) => log - usual);
  const shape = PRIOR_SHAPE + paid;
  const paidAway = shown.reduce((sum, one, nth) => sum + one.paid * (away[nth] ?? 0), 0);
  const parts = elasticities().map((elasticity) => {
    const exposure = shown.reduce(
      (sum, one, nth) => sum + one.views * Math.exp(-elasticity * (away[nth] ?? 0)),
      0,
    );
    const deviations = (elasticity - ELASTICITY.mean) / ELASTICITY.deviation;
    const logWeight = -0.5 * deviations ** 2 - elasticity * paidAway - shape * Math.log(exposure);
    return { elasticity, exposure, logWeight };
  });
  const most = Math.max(...parts.map(({ logWeight }) => logWeight));
  const total = parts.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - most), 0);
  return {
    usualPrice: Math.exp(usual),
    shape,
    parts: parts.map(({ elasticity, exposure, logWeight }) => ({
      elasticity,
      exposure,
      weight: Math.exp(logWeight - most) / total,
    })),
    from: cents(Math.max(PRICE_MIN, Math.ceil(lowest.price / REACH))),
    to: cents(Math.min(PRICE_MAX, highest.price * REACH)),
  };
}

const elasticities = () =>
  Array.from(
    { length: Math.round(ELASTICITY.most / ELASTICITY.step) + 1 },
    (_, nth) => nth * ELASTICITY.step,
  );

/** An average with the interval in which it lies with the probability CREDIBILITY. */
type Estimate = { readonly average: number; readonly low: number; readonly high: number };

/** What a price brings: paid messages per 100 views, and earnings per 100 views after the fee, in cents. */
export type PriceEstimate = {
  readonly price: Cents;
  readonly paid: Estimate;
  readonly earned: Estimate;
};

/**
 * The estimate for a price between `from` and `to` of the model. The earnings are of messages that are answered.
 */
export function estimateOf(model: PriceModel, price: Cents, terms: FeeTerms): PriceEstimate {
  const { shape, usualPrice } = model;
  const rates = model.parts.map(({ weight, elasticity, exposure }) => ({
    weight,
    rate: exposure * (price / usualPrice) ** elasticity,
  }));
  const average = rates.reduce((sum, { weight, rate }) => sum + (weight * shape) / rate, 0);
  const below = (value: number) =>
    rates.reduce((sum, { weight, rate }) => sum + weight * gammaCdf(shape, value * rate), 0);
  const paid = {
    average: 100 * average,
    low: 100 * quantile(below, (1 - CREDIBILITY) / 2, average),
    high: 100 * quantile(below, (1 + CREDIBILITY) / 2, average),
  };
  const net = netOf(price, terms);
  const earned = {
    average: net * paid.average,
    low: net * paid.low,
    high: net * paid.high,
  };
  return { price, paid, earned };
}

/** The value below which a part of the distribution lies, by bisection. */
function quantile(below: (value: number) => number, part: number, average: number): number {
  let [low, high] = [0, average];
  while (below(high) < part) high *= 2;
  for (let nth = 0; nth < 40; nth += 1) {
    const middle = (low + high) / 2;
    if (below(middle) < part) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const CANDIDATES = [0.5, 0.75, 1.25, 1.5, 2] as const;

/** The prices to compare: those that were shown, the current one, and round ones around it. Lowest first. */
export function candidatePrices(
  model: PriceModel,
  prices: readonly PriceCounts[],
  current: Cents,
): Cents[] {
  const shown = prices.filter(({ views }) => views >= VIEWS_MIN / 4).map(({ price }) => price);
  const around = CANDIDATES.map((factor) => rounded(current * factor));
  const all = [...new Set<number>([...shown, current, ...around])];
  return all
    .filter((price) => price >= model.from && price <= model.to)
    .sort((one, other) => one - other)
    .map((price) => cents(price));
}

/** Whole dollars; half dollars below ten. */
function rounded(price: number): number {
  const unit = price < 1_000 ? 50 : 100;
  return Math.round(price / unit) * unit;
}
