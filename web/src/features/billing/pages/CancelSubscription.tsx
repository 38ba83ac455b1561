import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { cancelSubscription } from '#shared/api/billing.ts';
import { CANCELING_KEEPS, canceling, feeAfterPlan } from '#shared/messages/plans.ts';
import { isPaid, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { isCheaper } from '#shared/rules/conversations/fees.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { type CurrentUser, useCurrentUser } from '#web/api/current-user.ts';
import { failureWords } from '#web/api/failure-words.ts';
import { paths } from '#web/paths.ts';
import { screenDates } from '#web/shell/dates.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Page } from '#web/shell/Page.tsx';
import { STAGE } from '#web/stage.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { badgeLossOf, endedPlanWords } from '../badge-loss.ts';
import { feeWords } from '../pricing/plan-words.tsx';
import { followPlan } from './plan-change.ts';

const FAILED = 'Error while canceling subscription';

/*
 * Shows what the user loses with the plan, and when; then confirms the cancellation.
 * docs/product/billing.md#cancelling-the-plan
 */
export function Component() {
  const user = useCurrentUser();
  const { busy, cancel } = useCancel();
  if (!isPaid(user.licenseId) || (user.planEndsAt !== null && !busy))
    return <Navigate to={paths.subscription()} replace />;
  const { name } = PLAN_TERMS[user.licenseId];
  const loss = badgeLossOf(user, { licenseId: 'FREE' });
  return (
    <Page
      title="Cancel Subscription"
      back={paths.subscription()}
      actionBar={
        <ActionBar>
          <Button block render={<Link to={paths.dashboard()} />}>
            No, Keep My Subscription
          </Button>
          <Button block variant="danger" busy={busy} onClick={cancel}>
            Yes, Cancel My Subscription
          </Button>
        </ActionBar>
      }
    >
      <div className="grid gap-5">
        <h2 className="font-serif text-3xl leading-tight">Leave {name}?</h2>
        <p>{lastsUntil(user, name)}</p>
        <ul className="grid list-disc gap-2 pl-5">
          {isCheaper(user.licenseId, 'FREE', STAGE.fees) && (
            <li>
              {feeAfterPlan(
                feeWords('FREE', STAGE.fees) ?? '',
                feeWords(user.licenseId, STAGE.fees),
              )}
            </li>
          )}
          {loss && <li>{endedPlanWords(loss)}</li>}
          <li>
            Contacts and chat are closed to you; what was written in them waits for your return
          </li>
        </ul>
        <p className="text-soft">{CANCELING_KEEPS}</p>
      </div>
    </Page>
  );
}

function lastsUntil({ planRenewsAt, planPaymentFailed }: CurrentUser, name: string): string {
  const until = planRenewsAt === null || planPaymentFailed ? undefined : planRenewsAt;
  return canceling(name, until, screenDates(serverNow()));
}

function useCancel() {
  // The banner that the plan ends is at the top of the page.
  const leave = useLeaveForm('top');
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await followPlan(await call(cancelSubscription, {}));
      toast.success('Your subscription is canceled.');
      leave(paths.subscription());
    } catch (fault) {
      toast.error(failureWords(FAILED, fault));
      setBusy(false);
    }
  };
  return { busy, cancel };
}
