import type { Cents } from '#shared/money.ts';
import { Stamp } from '../../ui/Stamp.tsx';

export type TierCardProps = { name: string; words: string; price: Cents };

/** The classes of the element around a TierCard. */
export const TIER_CARD =
  'flex items-center gap-3 rounded-card border border-rule bg-card py-3 pr-3 pl-4';

/* The name, the words and the price of a tier. */
export function TierCard({ name, words, price }: TierCardProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {name}
        </span>
        <span dir="auto" className="wrap-anywhere block text-[0.9375rem] text-soft">
          {words}
        </span>
      </span>
      <Stamp price={price} width={72} />
    </>
  );
}
