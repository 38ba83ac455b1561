import type { BoughtTier } from '#shared/rules/conversations/tiers.ts';
import { tierWords } from '../tier-words.ts';

/* What the sender bought, as it was then. */
export function TierLine({ tier }: { tier: BoughtTier }) {
  return (
    <p dir="auto" className="wrap-anywhere text-[0.9375rem]">
      <strong className="font-semibold">{tier.name}:</strong> {tierWords(tier)}
    </p>
  );
}
