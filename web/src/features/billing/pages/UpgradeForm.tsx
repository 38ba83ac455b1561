import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatMoney } from '../../../../../shared/money.ts';
import {
  PAID_PLANS,
  type PaidPlan,
  PLAN_TERMS,
} from '../../../../../shared/rules/billing/plans.ts';
import { sameName } from '../../../../../shared/rules/profiles/badge.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../paths.ts';
import { useLeaveForm } from '../../../shell/leave-form.ts';
import { fromAddress } from '../../../shell/previous-address.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/FormShell.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { CardName } from '../card/CardName.tsx';
import { planRequired, requestedAddress } from '../plan-required.ts';
import { PlanChoice } from '../pricing/PlanChoice.tsx';
import { useUpgrade } from './use-upgrade.ts';

export type UpgradeFormProps = {
  plan: 'FREE' | 'STARTER';
  card: { cardBrand: string; cardLastFour: string } | undefined;
  /** The button that cancels the plan. */
  children: ReactNode;
};

/** The choice of a larger plan, and the card that pays for it. */
export function UpgradeForm({ plan, card, children }: UpgradeFormProps) {
  const navigate = useNavigate();
  const leave = useLeaveForm();
  const { busy, error, take } = useUpgrade();
  const goingTo = requestedAddress(useLocation().state);
  // No paid option is preselected.
  const [chosen, setChosen] = useState<PaidPlan | undefined>(plan === 'FREE' ? undefined : plan);
  const wanted = chosen === plan ? undefined : chosen;
  const upgrade = async () => {
    if (!wanted || !(await take(wanted))) return;
    const done = `You’re on ${PLAN_TERMS[wanted].name} now.`;
    if (goingTo) leadOn(done, goingTo);
    else toast.success(done);
    leave(paths.settings());
  };
  const leadOn = (words: string, to: string) => {
    toast.info(words, { action: { label: 'Go to chat', onPress: () => navigate(to) } });
  };
  return (
    <>
      <div className="grid gap-5 px-5 pb-8">
        {error && <ErrorSummary key={error} words={error} />}
        <PlanChoice
          label="Upgrade to"
          plans={PAID_PLANS}
          chosen={chosen}
          current={plan}
          onChoose={setChosen}
        />
        {card && <PaidBy card={card} />}
        {card && plan === 'FREE' && <NoBadgeYet />}
        {children}
      </div>
      {!card && <NoCard goingTo={goingTo} />}
      {card && (
        <ActionBar note={wanted ? noteOn(plan, wanted) : NOTHING_CHOSEN}>
          <Button block variant="money" busy={busy} disabled={!wanted} onClick={upgrade}>
            Upgrade Subscription
          </Button>
        </ActionBar>
      )}
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

/** Asks for a card first; the link leads back here. */
function NoCard({ goingTo }: { goingTo: string | undefined }) {
  const state = { ...fromAddress(paths.subscription()), ...(goingTo && planRequired(goingTo)) };
  return (
    <ActionBar note="A plan needs a payment method on file. Nothing is charged when you add it.">
      <Button block render={<Link to={paths.paymentMethod()} state={state} />}>
        Add Payment Method
      </Button>
    </ActionBar>
  );
}

function PaidBy({ card }: { card: NonNullable<UpgradeFormProps['card']> }) {
  return (
    <section aria-label="Payment method" className="grid gap-2">
      <h2 className="font-semibold">Paid by</h2>
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
  );
}

const NOTHING_CHOSEN = 'Choose another plan first. Nothing is charged until you press the button.';

function noteOn(plan: 'FREE' | 'STARTER', wanted: PaidPlan): string {
  const price = formatMoney(PLAN_TERMS[wanted].price);
  return plan === 'FREE'
    ? `You pay ${price} today and every month, until you cancel.`
    : `You pay ${price} today, less what is left of your Starter month. A new month begins.`;
}
