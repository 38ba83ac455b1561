import { Link } from 'react-router';
import { sameName } from '#shared/rules/profiles/badge.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { CardName } from '../card/CardName.tsx';
import type { CardDigits } from '../card/card-words.ts';

export type PlanCardProps = { card: CardDigits };

/* The card that pays for the plan. */
export function PlanCard({ card }: PlanCardProps) {
  const { licenseId } = useCurrentUser();
  return (
    <>
      <section aria-label="Payment method">
        <p className="flex min-h-14 flex-wrap items-center gap-x-3 rounded-card border border-rule bg-card py-1.5 pr-3 pl-4">
          <CardName {...card} />
          <Link
            to={paths.paymentMethod()}
            state={fromAddress(paths.subscription())}
            className="inline-flex min-h-11 items-center px-2 font-semibold text-back hover:underline"
          >
            Change<span className="sr-only"> the payment method</span>
          </Link>
        </p>
      </section>
      {licenseId === 'FREE' && <NoBadgeYet />}
    </>
  );
}

/** Explains that a plan alone gives no badge: Stripe has to verify the name. */
function NoBadgeYet() {
  const { fullName, verifiedName } = useCurrentUser();
  if (sameName(fullName, verifiedName ?? '')) return null;
  return (
    <p className="rounded-letter bg-tint p-4 text-[0.9375rem] text-soft">
      The Verified Account Badge also needs a payout account in your full name, {fullName}: Stripe
      verifies who you are when you set up payouts.
    </p>
  );
}
