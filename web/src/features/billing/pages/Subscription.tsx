import { useQuery } from '@tanstack/react-query';
import { HeartHandshake, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { viewMissedMessages } from '#shared/api/chat.ts';
import type { Plan } from '#shared/rules/accounts/accounts.ts';
import { isPaid, PAID_PLANS, type PaidPlan } from '#shared/rules/billing/plans.ts';
import { serverNow } from '#web/api/clock.ts';
import { type CurrentUser, useCurrentUser } from '#web/api/current-user.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { weekdayWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { STAGE } from '#web/stage.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorSummary } from '#web/ui/FormShell.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { missedWords } from '../../chat/missed-messages.ts';
import { type CardDigits, cardWords } from '../card/card-words.ts';
import { requestedAddress } from '../plan-required.ts';
import { PlanNotes } from '../pricing/PlanNotes.tsx';
import { PlanTable } from '../pricing/PlanTable.tsx';
import { planChangeWords, professionalWords } from '../pricing/plan-words.tsx';
import { BadgeStatus } from './BadgeStatus.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanNotice } from './PlanNotice.tsx';
import { PlanWallets } from './PlanWallets.tsx';
import { subscriptionQueries } from './plan-queries.ts';
import { UpgradeBar } from './UpgradeBar.tsx';
import { usePlanPurchase } from './use-plan-purchase.tsx';

export const loader = queryLoader(subscriptionQueries);

/* The three plans side by side, the current one marked, and how to upgrade or cancel it. docs/product/billing.md#changing-the-plan */
export function Component() {
  const user = useCurrentUser();
  const cards = useQuery(subscriptionQueries().cards);
  const pricing = useEntity(subscriptionQueries().pricing);
  const price = pricing.data?.paidResponsePrice;
  const plan: Plan = user.licenseId === 'NONE' ? 'FREE' : user.licenseId;
  const toChat = requestedAddress(useLocation().state) !== undefined;
  // No plan is chosen at first.
  const [chosen, setChosen] = useState<PaidPlan>();
  const offered = largerPlans(plan);
  const wanted = offered.find((one) => one === chosen);
  const purchase = usePlanPurchase(wanted);
  const [card] = cards.data?.data ?? [];
  // A wallet that has to be opened for each payment pays for no month without its holder.
  const hasCard = card !== undefined && !card.needsSheet;
  return (
    <Page title="Subscription" back={paths.settings()} flush>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 pt-1 pb-8">
        {isPaid(plan) && <PlanNotice user={user} plan={plan} />}
        {!isPaid(plan) && toChat && <ChatNeedsPlan />}
        {purchase.error && <ErrorSummary key={purchase.error} words={purchase.error} />}
        <PlanTable
          label="Upgrade to"
          offered={offered}
          chosen={wanted}
          onChoose={setChosen}
          current={plan}
          price={pricing.isPending ? 'loading' : price}
        />
        <p role="status" className={wanted ? '' : 'hidden'}>
          {wanted && planChangeWords({ from: plan, to: wanted, fees: STAGE.fees, price })}
        </p>
        <PlanNotes />
        {plan === 'PROFESSIONAL' && (
          <Banner tone="earned" icon={HeartHandshake} title="Thank you for being on Professional">
            {professionalWords(STAGE.fees)}
          </Banner>
        )}
        <Renewal user={user} card={card} />
        <QueryContent
          query={cards}
          failed="We couldn’t load your payment method."
          skeleton={<CardSkeleton height={56} />}
        >
          {({ data }) => data[0] && <PlanCard card={data[0]} />}
        </QueryContent>
        {hasCard && wanted && (
          <PlanWallets purchase={purchase} plan={wanted} before="or pay another way" />
        )}
        {isPaid(plan) && <BadgeStatus user={user} />}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {user.hadPlan && <TextLink to={paths.planPayments()}>What you paid for plans</TextLink>}
          {isPaid(plan) && user.planEndsAt === null && (
            <Button variant="quiet" size="md" render={<Link to={paths.cancelSubscription()} />}>
              Cancel Subscription
            </Button>
          )}
        </div>
      </div>
      {cards.data && offered.length > 0 && (
        <UpgradeBar purchase={purchase} plan={plan} wanted={wanted} hasCard={hasCard} />
      )}
      {purchase.question}
    </Page>
  );
}

/** The plans that an upgrade can lead to. */
const largerPlans = (plan: Plan): readonly PaidPlan[] =>
  PAID_PLANS.slice(isPaid(plan) ? PAID_PLANS.indexOf(plan) + 1 : 0);

function Renewal({ user, card }: { user: CurrentUser; card: CardDigits | undefined }) {
  if (user.planRenewsAt === null || user.planPaymentFailed) return null;
  const day = weekdayWords(user.planRenewsAt, serverNow());
  return (
    <p className="font-semibold">
      Renews on {day}
      {card && `, with ${cardWords(card)}`}
    </p>
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
