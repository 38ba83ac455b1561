import { NOTHING_CHARGED } from '#shared/messages/plans.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { Wallets } from '../wallet/Wallets.tsx';
import type { PlanPurchase } from './use-plan-purchase.tsx';

export type PlanWalletsProps = {
  purchase: PlanPurchase;
  plan: PaidPlan;
  /** The words above or below the buttons. */
  before?: string;
  after?: string;
};

/** The wallets that pay for a plan. Their sheet shows what is charged today, and each month from then on. */
export function PlanWallets({ purchase, plan, ...words }: PlanWalletsProps) {
  const { busy, price, buy } = purchase;
  const { name, price: monthly } = PLAN_TERMS[plan];
  const amount = price.data?.amount ?? monthly;
  return (
    <Wallets
      {...words}
      purpose={{
        mode: 'subscription',
        amount,
        line: amount === monthly ? `${name}, first month` : `${name}, today`,
        monthly: { name, price: monthly },
      }}
      isBusy={busy || !price.data}
      onConfirm={buy}
      nothingDone={NOTHING_CHARGED}
    />
  );
}
