import { CalendarClock, CreditCard } from 'lucide-react';
import { Link } from 'react-router';
import * as plans from '#shared/messages/plans.ts';
import { formatMoney } from '#shared/money.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { serverNow } from '#web/api/clock.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorSummary } from '#web/ui/FormShell.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { useUpgrade, useUpgradePrice } from './use-upgrade.ts';

/** A notice about a plan that is about to end or whose payment failed, and how to keep it. */
export function PlanNotice({ user, plan }: { user: CurrentUser; plan: PaidPlan }) {
  const { busy, error, take } = useUpgrade();
  const { name } = PLAN_TERMS[plan];
  const owed = useUpgradePrice(user.planPaymentFailed ? plan : undefined);
  const keep = async () => {
    if (await take(plan, owed.data)) toast.success(`You’re staying on ${name}.`);
  };
  if (user.planPaymentFailed) {
    return (
      <>
        {error && <ErrorSummary key={error} words={error} />}
        <Banner
          tone="due"
          icon={CreditCard}
          title="Your last payment didn’t go through"
          action={
            <div className="flex flex-wrap gap-2">
              {owed.isError ? (
                <Button size="md" onClick={() => void owed.refetch()}>
                  Try again
                </Button>
              ) : (
                <Button variant="money" size="md" busy={busy} disabled={!owed.data} onClick={keep}>
                  {owed.data ? `Pay ${formatMoney(owed.data.amount)} now` : 'Pay now'}
                </Button>
              )}
              <Button variant="quiet" size="md" render={<Link to={paths.paymentMethod()} />}>
                Payment method
              </Button>
            </div>
          }
        >
          {plans.RENEWAL_FAILED}
          {owed.isError && ` ${plans.NOT_COUNTED}`}
        </Banner>
      </>
    );
  }
  if (user.planEndsAt === null) return null;
  return (
    <>
      {error && <ErrorSummary key={error} words={error} />}
      <Banner
        tone="held"
        icon={CalendarClock}
        title={`Your plan ends on ${deadlineWords(user.planEndsAt, serverNow())}`}
        action={
          <Button size="md" busy={busy} onClick={keep}>
            Keep my plan
          </Button>
        }
      >
        {plans.ENDING}
      </Banner>
    </>
  );
}
