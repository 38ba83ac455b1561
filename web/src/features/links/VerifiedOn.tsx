import { BadgeCheck } from 'lucide-react';
import { prettyDate } from '#shared/dates.ts';
import type { Instant } from '#shared/time.ts';

/* That the page of a link links back, and when that was checked. docs/product/links.md#verified-links */
export function VerifiedOn({ at }: { at: Instant }) {
  return (
    <span className="flex items-center gap-1 text-[0.875rem] text-earned-text">
      <BadgeCheck aria-hidden className="size-4 shrink-0" />
      Verified {prettyDate(at)}
    </span>
  );
}
