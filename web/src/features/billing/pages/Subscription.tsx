import { useQuery } from '@tanstack/react-query';
import { Check, HeartHandshake, MessagesSquare } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { viewMissedMessages } from '../../../../../shared/api/chat.ts';
import { isPaid, PLAN_TERMS } from '../../../../../shared/rules/billing/plans.ts';
import { serverNow } from '../../../api/clock.ts';
import { type CurrentUser, useCurrentUser } from '../../../api/current-user.ts';
import { query } from '../../../api/queries.ts';
import { queryLoader } from '../../../api/screen-loader.ts';
import { paths } from '../../../paths.ts';
import { weekdayWords } from '../../../shell/dates.ts';
import { Page } from '../../../shell/Page.tsx';
import { QueryContent } from '../../../shell/QueryPage.tsx';
import { TextLink } from '../../../shell/TextLink.tsx';
import { STAGE } from '../../../stage.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CardSkeleton } from '../../../ui/Skeletons.tsx';
import { missedWords } from '../../chat/missed-messages.ts';
import { requestedAddress } from '../plan-required.ts';
import { PlanPrice, professionalWords, wholePlan } from '../pricing/plan-words.tsx';
import { BadgeStatus } from './BadgeStatus.tsx';
import { PlanEarnings } from './PlanEarnings.tsx';
import { PlanNotice } from './PlanNotice.tsx';
import { subscriptionQueries } from './plan-queries.ts';
import { UpgradeForm } from './UpgradeForm.tsx';

export const loader = queryLoader(subscriptionQueries);

/* The current plan, its features, and how to upgrade or cancel it. docs/product/billing.md#changing-the-plan */
export function Component() {
  const user = useCurrentUser();
  const cards = useQuery(subscriptionQueries().cards);
  const plan = user.licenseId === 'NONE' ? 'FREE' : user.licenseId;
  const toChat = requestedAddress(useLocation().state) !== undefined;
  const leave = isPaid(plan) && user.planEndsAt === null && (
    <Button variant="quiet" size="md" render={<Link to={paths.cancelSubscription()} />}>
      Cancel Subscription
    </Button>
  );
  return (
    <Page title="Subscription" back={paths.settings()} flush>
      <div className="grid gap-6 px-5 pt-1 pb-6">
        {isPaid(plan) && <PlanNotice user={user} plan={plan} />}
        {!isPaid(plan) && toChat && <ChatNeedsPlan />}
        <CurrentPlan user={user} plan={plan} />
        <TextLink to={paths.planPayments()}>What you paid for plans</TextLink>
        {isPaid(plan) && <BadgeStatus user={user} />}
        <PlanEarnings plan={plan} />
        {plan === 'PROFESSIONAL' && (
          <Banner tone="earned" icon={HeartHandshake} title="Thank you for being on Professional">
            {professionalWords(STAGE.fees)}
          </Banner>
        )}
        {plan === 'PROFESSIONAL' && leave}
      </div>
      <QueryContent
        query={cards}
        failed="We couldn’t load your payment method."
        skeleton={
          <div className="px-5">
            <CardSkeleton height={220} />
          </div>
        }
      >
        {({ data }) =>
          plan !== 'PROFESSIONAL' && (
            <UpgradeForm plan={plan} card={data[0]}>
              {leave}
            </UpgradeForm>
          )
        }
      </QueryContent>
    </Page>
  );
}

function ChatNeedsPlan() {
  const missed = useQuery(query(viewMissedMessages, {})).data?.data[0];
  const words = missed && missedWords(missed);
  return (
    <Banner tone="held" icon={MessagesSquare} title="Chat needs a paid plan">
      {words && `You haven’t read ${words}. `}Contacts and chat come with Starter and Professional.
      Invitations and what was written wait for you until then.
    </Banner>
  );
}

function CurrentPlan({ user, plan }: { user: CurrentUser; plan: keyof typeof PLAN_TERMS }) {
  return (
    <section aria-labelledby="plan" className="rounded-card border border-rule bg-card p-5">
      <p className="text-soft">Your plan</p>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id="plan" className="min-w-0 font-serif text-[min(1.875rem,11vw)] leading-tight">
          {PLAN_TERMS[plan].name}
        </h2>
        <PlanPrice plan={plan} large />
      </div>
      <ul className="mt-4 grid gap-2.5">
        {wholePlan(plan, STAGE.fees).map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-earned" />
            {line}
          </li>
        ))}
      </ul>
      {user.planRenewsAt !== null && !user.planPaymentFailed && (
        <p className="mt-4 border-rule border-t pt-3 text-[0.9375rem] text-soft">
          Renews on {weekdayWords(user.planRenewsAt, serverNow())}
        </p>
      )}
    </section>
  );
}
