import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as plans from '#shared/messages/plans.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { toast } from '#web/ui/Toast.tsx';
import { badgeLossOf, namelessCardWords } from '../badge-loss.ts';
import { cardWords } from '../card/card-words.ts';
import type { NewCard } from '../card/use-new-card.ts';
import { requestedAddress } from '../plan-required.ts';
import { useBadgeConfirmation } from '../use-badge-confirmation.tsx';
import { useUpgrade, useUpgradePrice } from './use-upgrade.ts';

const PAY_ANYWAY = { badge: 'Pay without the badge', cardName: 'Pay with this card' };

export type PlanPurchase = {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly price: ReturnType<typeof useUpgradePrice>;
  /** Buys the plan with the saved card, or with one that was chosen in a wallet. Resolves with whether it is paid. */
  readonly buy: (inWallet?: NewCard) => Promise<boolean>;
  /** Asks before a wallet takes from the profile what a named card shows. */
  readonly question: ReactNode;
};

/** The purchase of a chosen plan: its price of today and its payment, after which the page closes. */
export function usePlanPurchase(wanted: PaidPlan | undefined): PlanPurchase {
  const navigate = useNavigate();
  const leave = useLeaveForm();
  const goingTo = requestedAddress(useLocation().state);
  const user = useCurrentUser();
  const badge = useBadgeConfirmation(PAY_ANYWAY);
  const { busy, error, take } = useUpgrade();
  const price = useUpgradePrice(wanted);
  const buy = async (inWallet?: NewCard): Promise<boolean> => {
    if (!wanted || !price.data) return false;
    const loss = inWallet && badgeLossOf(user, { nameOnCard: null });
    if (!(await badge.ask(loss, (lost) => namelessCardWords(user, lost)))) return false;
    if (!(await take(wanted, price.data, inWallet))) return false;
    const { name } = PLAN_TERMS[wanted];
    const done = inWallet ? plans.begun(name, cardWords(inWallet.called)) : plans.begun(name);
    if (goingTo)
      toast.info(done, { action: { label: 'Go to chat', onPress: () => navigate(goingTo) } });
    else toast.success(done);
    leave(paths.settings());
    return true;
  };
  return { busy, error, price, buy, question: badge.question };
}
