import { useSearchParams } from 'react-router';
import type { Cents } from '#shared/money.ts';
import { OWN_PRICE } from '#web/paths.ts';
import type { Profile } from '../../recipient.ts';

/** A tier that a sender can choose. docs/product/profiles.md#tiers */
export type OfferedTier = NonNullable<Profile['tiers']>[number];

export type TierChoiceState = {
  /** Undefined if the recipient has no tiers, or if none is chosen. */
  readonly tier: OfferedTier | undefined;
  /** The id of the chosen tier, or `OWN_PRICE`; undefined if nothing is chosen or there is no choice. */
  readonly choice: string | undefined;
  /** The price of what is chosen; before that, the lowest price. */
  readonly price: Cents;
  /** Whether something has to be chosen first. */
  readonly missing: boolean;
  readonly choose: (choice: string) => void;
};

/**
 * What is chosen: a tier, or an answer at the sender's own price. The address says it, so that it survives a reload; without one
 * there, `kept` counts, which the draft keeps.
 */
export function useChosenTier(
  { tiers, paidResponsePrice, yourPrice }: Profile,
  kept?: string,
): TierChoiceState {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('tier') ?? kept;
  const only = tiers?.length === 1 && yourPrice === undefined ? tiers[0] : undefined;
  const tier = only ?? tiers?.find(({ id }) => id === chosen);
  const ownPrice = tiers && chosen !== OWN_PRICE ? undefined : yourPrice;
  return {
    tier,
    choice: tier?.id ?? (tiers && ownPrice !== undefined ? OWN_PRICE : undefined),
    price: tier?.price ?? ownPrice ?? paidResponsePrice,
    missing: tiers !== undefined && !tier && ownPrice === undefined,
    choose: (choice) =>
      setSearch(
        (before) => {
          before.set('tier', choice);
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
