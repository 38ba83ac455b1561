import { useSearchParams } from 'react-router';
import type { Cents } from '../../../../../../shared/money.ts';
import type { Profile } from './recipient.ts';

/** A tier that a sender can choose. docs/product/profiles.md#tiers */
export type OfferedTier = NonNullable<Profile['tiers']>[number];

export type TierChoiceState = {
  /** Undefined if the recipient has no tiers, or if none is chosen. */
  readonly tier: OfferedTier | undefined;
  /** The price of the chosen tier; before that, the lowest price. */
  readonly price: Cents;
  /** Whether a tier has to be chosen first. */
  readonly missing: boolean;
  readonly choose: (id: string) => void;
};

/** The tier that is chosen in the address, so that it survives a reload. */
export function useChosenTier({ tiers, paidResponsePrice }: Profile): TierChoiceState {
  const [search, setSearch] = useSearchParams();
  const only = tiers?.length === 1 ? tiers[0] : undefined;
  const tier = only ?? tiers?.find(({ id }) => id === search.get('tier'));
  return {
    tier,
    price: tier?.price ?? paidResponsePrice,
    missing: tiers !== undefined && !tier,
    choose: (id) => setSearch({ tier: id }, { replace: true, preventScrollReset: true }),
  };
}
