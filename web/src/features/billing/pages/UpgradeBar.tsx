import { Link, useLocation } from 'react-router';
import * as plans from '#shared/messages/plans.ts';
import type { Plan } from '#shared/rules/accounts/accounts.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { planRequired, requestedAddress } from '../plan-required.ts';
import { PlanWallets } from './PlanWallets.tsx';
import type { PlanPurchase } from './use-plan-purchase.tsx';
import type { UpgradePrice } from './use-upgrade.ts';

export type UpgradeBarProps = {
  purchase: PlanPurchase;
  plan: Plan;
  /** The chosen plan. */
  wanted: PaidPlan | undefined;
  /** Whether there is a card that can pay. */
  hasCard: boolean;
};

/** Buys the chosen plan. Appears with the choice; without a card a wallet pays, or a card is asked for. */
export function UpgradeBar({ purchase, plan, wanted, hasCard }: UpgradeBarProps) {
  const { busy, price, buy } = purchase;
  if (wanted && price.isError) return <PriceMissing onRetry={() => void price.refetch()} />;
  const words = wanted && (price.data ? priceWords(plan, wanted, price.data) : plans.COUNTING);
  if (!hasCard) return <NoCard purchase={purchase} wanted={wanted} words={words} />;
  if (!wanted) return null;
  return (
    <ActionBar note={words}>
      <Button block variant="money" busy={busy} disabled={!price.data} onClick={() => void buy()}>
        Upgrade Subscription
      </Button>
    </ActionBar>
  );
}

type NoCardProps = Pick<UpgradeBarProps, 'purchase' | 'wanted'> & { words: string | undefined };

/** A wallet pays at once; a card is saved first, and the link leads back here. */
function NoCard({ purchase, wanted, words }: NoCardProps) {
  const goingTo = requestedAddress(useLocation().state);
  const state = { ...fromAddress(paths.subscription()), ...(goingTo && planRequired(goingTo)) };
  return (
    <ActionBar note={words ? `${words} ${plans.CARD_FREE}` : plans.CARD_FIRST} low>
      {wanted && <PlanWallets purchase={purchase} plan={wanted} after="or add a card" />}
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
