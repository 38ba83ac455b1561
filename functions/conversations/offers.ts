import { type Cents, cents } from '#shared/money.ts';
import {
  type BoughtTier,
  cheapestTier,
  type Prices,
  startingPrice,
  type Tier,
} from '#shared/rules/conversations/tiers.ts';
import { sha256 } from '../sha256.ts';

/* What a person offers, and what an order of it buys. docs/product/profiles.md#tiers */

/** What an order costs. `tier`: what it buys, if the person has tiers. `forContact`: the person gave this contact the price. */
export type Offer = {
  readonly price: Cents;
  readonly tier?: BoughtTier;
  readonly forContact?: true;
};

/** The prices of a person for one sender. `ownPrice`: what they gave this contact, in place of their usual price. */
export type PricesForSender = Prices & { readonly ownPrice?: Cents | undefined };

/** The lowest price at which the person answers this sender. */
export const lowestPrice = ({ ownPrice, ...prices }: PricesForSender): Cents =>
  ownPrice === undefined
    ? startingPrice(prices)
    : cents(Math.min(ownPrice, ...(prices.tiers ?? []).map(({ price }) => price)));

/** The id of a tier: a hash of all that it says, so that it names exactly what a sender was shown. */
export const tierIdOf = ({ name, price, promise, minimumLength }: Tier): string =>
  sha256(JSON.stringify([name, price, promise, minimumLength])).slice(0, 32);

/**
 * What an order buys. With an id: that tier; undefined if it is gone. Without one: the price given to this contact, else the
 * cheapest tier, because the page may be older than the tiers, else the single price.
 */
export function offerOf(
  { paidResponsePrice, tiers, ownPrice }: PricesForSender,
  tierId?: string,
): Offer | undefined {
  if (tierId === undefined && ownPrice !== undefined) return { price: ownPrice, forContact: true };
  if (tierId === undefined && !tiers) return { price: paidResponsePrice };
  const chosen =
    tierId === undefined ? cheapestTier(tiers) : tiers?.find((tier) => tierIdOf(tier) === tierId);
  if (!chosen) return undefined;
  const { price, ...tier } = chosen;
  return { price, tier };
}
