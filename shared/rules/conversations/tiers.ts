import type { Cents } from '../../money.ts';
import { PAID_RESPONSE_MIN } from './messages.ts';

/* Tiers: up to three answers that a person offers at different prices. docs/product/profiles.md#tiers */

export const TIERS_MAX = 3;
export const TIER_NAME_MAX = 40;
export const PROMISE_MAX = 140;
/** The most characters that a tier can require of an answer. */
export const MINIMUM_LENGTH_MAX = 5_000;

/** What an order of a tier buys, besides the price: it stays as it was when the order was paid. */
export type BoughtTier = {
  readonly name: string;
  /** What the sender gets, in one line. */
  readonly promise: string;
  /** The fewest characters of the paid response. */
  readonly minimumLength: number;
};

export type Tier = BoughtTier & { readonly price: Cents };

/** The prices of a person: one for every answer, or tiers, which take its place. */
export type Prices = { readonly paidResponsePrice: Cents; readonly tiers?: readonly Tier[] };

/** The tier with the lowest price; undefined without tiers. */
export const cheapestTier = <T extends Pick<Tier, 'price'>>(
  tiers: readonly T[] | undefined,
): T | undefined => tiers?.toSorted((one, other) => one.price - other.price)[0];

/** The lowest price at which the person answers. */
export const startingPrice = ({ paidResponsePrice, tiers }: Prices): Cents =>
  cheapestTier(tiers)?.price ?? paidResponsePrice;

/** The fewest characters of the paid response to an order. */
export const minimumLengthOf = ({ tier }: { readonly tier?: BoughtTier | undefined }): number =>
  tier?.minimumLength ?? PAID_RESPONSE_MIN;
