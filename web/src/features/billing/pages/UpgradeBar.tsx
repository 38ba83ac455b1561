import { Link, useLocation, useNavigate } from 'react-router';
import * as plans from '../../../../../shared/messages/plans.ts';
import type { Plan } from '../../../../../shared/rules/accounts/accounts.ts';
import { type PaidPlan, PLAN_TERMS } from '../../../../../shared/rules/billing/plans.ts';
import { paths } from '../../../paths.ts';
import { useLeaveForm } from '../../../shell/leave-form.ts';
import { fromAddress } from '../../../shell/previous-address.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { planRequired, requestedAddress } from '../plan-required.ts';
import type { useUpgrade } from './use-upgrade.ts';

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
  if (!hasCard) return <NoCard goingTo={goingTo} />;
  if (!wanted) return null;
  const upgrade = async () => {
    if (!(await take(wanted))) return;
    const done = `You’re on ${PLAN_TERMS[wanted].name} now.`;
    if (goingTo)
      toast.info(done, { action: { label: 'Go to chat', onPress: () => navigate(goingTo) } });
    else toast.success(done);
    leave(paths.settings());
  };
  return (
    <ActionBar note={priceWords(plan, wanted)}>
      <Button block variant="money" busy={busy} onClick={upgrade}>
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

function priceWords(plan: Plan, wanted: PaidPlan): string {
  const { price } = PLAN_TERMS[wanted];
  return plan === 'FREE' ? plans.firstMonth(price) : plans.upgrade(price, PLAN_TERMS[plan].name);
}
