import { formatCount } from '#shared/format-count.ts';
import type { BoughtTier } from '#shared/rules/conversations/tiers.ts';

/** What a tier promises: `A full plan. At least 1,000 characters.` */
export function tierWords({ promise, minimumLength }: BoughtTier): string {
  const end = /[.!?…]$/.test(promise) ? '' : '.';
  return `${promise}${end} At least ${formatCount(minimumLength)} characters.`;
}
