import { Link, useLocation, useNavigate } from 'react-router';
import * as plans from '#shared/messages/plans.ts';
import type { Plan } from '#shared/rules/accounts/accounts.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { planRequired, requestedAddress } from '../plan-required.ts';
import { type UpgradePrice, type useUpgrade, useUpgradePrice } from './use-upgrade.ts';

export type UpgradeBarProps = Pick<ReturnType<typeof useUpgrade>, 'busy' | 'take'> & {
  plan: Plan;
  /** The chosen plan. */
  wanted: PaidPlan | undefined;
  /** Whether there is a card that can pay. */
  hasCard: boolean;
};

/** Buys the chosen plan. Appears with the choice; without a card it asks for one. */
export function UpgradeBar({ plan, wanted, hasCard, busy, take }: UpgradeBarProps) {
  const navigate = useNavigate();
  const leave = useLeaveForm();
  const goingTo = requestedAddress(useLocation().state);
  const price = useUpgradePrice(hasCard ? wanted : undefined);
  if (!hasCard) return <NoCard goingTo={goingTo} />;
  if (!wanted) return null;
  if (price.isError) return <PriceMissing onRetry={() => void price.refetch()} />;
  const upgrade = async () => {
    if (!price.data || !(await take(wanted, price.data))) return;
    const done = `You’re on ${PLAN_TERMS[wanted].name} now.`;
    if (goingTo)
      toast.info(done, { action: { label: 'Go to chat', onPress: () => navigate(goingTo) } });
    else toast.success(done);
    leave(paths.settings());
  };
  return (
    <ActionBar note={price.data ? priceWords(plan, wanted, price.data) : plans.COUNTING}>
      <Button block variant="money" busy={busy} disabled={!price.data} onClick={upgrade}>
        Upgrade Subscription
      </Button>
    </ActionBar>
  );
}

/** Asks for a card first; the link leads back here. */
function NoCard({ goingTo }: { goingTo: string | undefined }) {
  const state = { ...fromAddress(paths.subscription()), ...(goingTo && planRequired(goingTo)) };
  return (
    <ActionBar note={plans.CARD_FIRST}>
      <Button block render={<Link to={paths.paymentMethod()} state={state} />}>
        Add Payment Method
      </Button>
    </ActionBar>
  );
}

/** No amount, no button: what is charged is always shown before. */
function PriceMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <ActionBar note={plans.NOT_COUNTED}>
      <Button block onClick={onRetry}>
        Try again
      </Button>
    </ActionBar>
  );
}

function priceWords(plan: Plan, wanted: PaidPlan, { amount, owed, credit }: UpgradePrice): string {
  const { price } = PLAN_TERMS[wanted];
  if (plan === 'FREE') return plans.firstMonth(amount);
  return plans.upgrade({ amount, price, owed, credit, before: PLAN_TERMS[plan].name });
}
