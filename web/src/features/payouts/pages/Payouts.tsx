import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, type LucideIcon, Send, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Output } from '#shared/api/operation.ts';
import type { viewPayouts } from '#shared/api/payouts.ts';
import { payoutRule, payoutStatus } from '#shared/messages/earnings.ts';
import { PAYOUT_MINIMUM, type PayoutStatus, periodInWords } from '#shared/rules/payouts/payouts.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { fullDayWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListItem } from '#web/ui/List.tsx';
import { Money } from '#web/ui/Money.tsx';
import { payoutsQueries } from '../payout-queries.ts';

export const loader = queryLoader(payoutsQueries);

type Payout = Output<typeof viewPayouts>['data'][number];

/* The payout history, by month. docs/product/payouts.md#payout-history */
export function Component() {
  const list = useInfiniteQuery(payoutsQueries().payouts);
  return (
    <Page title="Previous payouts" back={paths.accountBalance()}>
      <PagedList
        label="Payouts"
        list={list}
        keyOf={({ id }) => id}
        failed="We couldn’t load your payouts. Nothing of them is lost."
        empty={<NoPayouts />}
        older="Load older payouts"
      >
        {(payout) => <PayoutRow payout={payout} />}
      </PagedList>
    </Page>
  );
}

function NoPayouts() {
  return (
    <EmptyState
      drawing="card"
      title="Nothing has been paid out yet"
      action={
        <Button variant="quiet" size="md" render={<Link to={paths.accountBalance()} />}>
          See your balance
        </Button>
      }
    >
      {payoutRule(PAYOUT_MINIMUM)}
    </EmptyState>
  );
}

const LOOKS: Readonly<Record<PayoutStatus, { icon: LucideIcon; ink: string }>> = {
  WAITING: { icon: Hourglass, ink: 'text-held-text' },
  SENDING: { icon: Send, ink: 'text-held-text' },
  PAID: { icon: CircleCheck, ink: 'text-earned-text' },
  FAILED: { icon: Undo2, ink: 'text-back-text' },
  CANCELLED: { icon: Undo2, ink: 'text-back-text' },
};

function PayoutRow({ payout: { period, amount, status, createdAt, paidAt } }: { payout: Payout }) {
  const { icon: Icon, ink } = LOOKS[status];
  return (
    <ListItem className="grid gap-1 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{periodInWords(period)}</span>
        <Money amount={amount} className="text-2xl leading-none" />
      </p>
      <p className="flex gap-2 text-[0.9375rem]">
        <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${ink}`} />
        <span className="min-w-0">{payoutStatus[status]}</span>
      </p>
      <p className="text-[0.875rem] text-soft">
        {paidAt === null ? `Decided ${fullDayWords(createdAt)}` : `Sent ${fullDayWords(paidAt)}`}
      </p>
    </ListItem>
  );
}
