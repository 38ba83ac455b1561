import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { viewAccountBalance } from '#shared/api/ledger.ts';
import type { Output } from '#shared/api/operation.ts';
import { inUtc, monthName } from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import { DEBT, FREEZE, FROZEN } from '#shared/messages/earnings.ts';
import { type Cents, minus, ZERO } from '#shared/money.ts';
import { serverNow } from '#web/api/clock.ts';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Money } from '#web/ui/Money.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { PayoutCard } from '../../payouts/PayoutCard.tsx';
import { balanceQueries } from './ledger-queries.ts';

export const loader = queryLoader(balanceQueries);

type Balance = Output<typeof viewAccountBalance>['data'][number];

/* The balance and how it came about. docs/product/ledger.md#balance */
export function Component() {
  const query = useEntity(balanceQueries().balance);
  return (
    <Page title="Account Balance" back={paths.settings()}>
      <QueryContent
        query={query}
        failed="We couldn’t load your balance. Nothing of it is lost."
        skeleton={<CardSkeleton height={320} />}
      >
        {(balance) => <Figures balance={balance} />}
      </QueryContent>
    </Page>
  );
}

function Figures({ balance }: { balance: Balance }) {
  return (
    <div className="grid gap-7 pt-2">
      <section aria-label="Balance" className="text-center">
        <p className="text-soft">What we owe you now</p>
        <p className="mt-1">
          <Money
            amount={balance.accountBalance}
            className="whitespace-nowrap text-[min(3.25rem,14vw)] leading-none"
          />
        </p>
      </section>
      {balance.debtAmount > ZERO && <Debt amount={balance.debtAmount} />}
      {balance.frozenAmount > ZERO && <Frozen amount={balance.frozenAmount} />}
      <PayoutCard />
      <Group title={`This month, ${monthName(inUtc(serverNow()))}`}>
        <Line term="Inbound Messages" note="paid letters you answered">
          {formatCount(balance.messageCount)}
        </Line>
        <Line term="Gross Revenue" note="what their senders paid">
          <Money amount={balance.grossRevenue} />
        </Line>
        <Line term="Platform Fees" note="what we keep of it">
          <Money amount={balance.platformFees} />
        </Line>
        <Line
          term="Net Earnings"
          note="what you earned this month, before anything is taken back"
          strong
        >
          <Money amount={minus(balance.grossRevenue, balance.platformFees)} />
        </Line>
      </Group>
      <Group title="Since you joined">
        <Line term="All-Time Messages" note="paid letters you answered">
          {formatCount(balance.totalMessages)}
        </Line>
        <Line
          term="All-Time Revenue"
          note="after fees, without what is frozen or was taken back"
          strong
        >
          <Money amount={balance.totalEarnings} />
        </Line>
      </Group>
      {balance.transactionCount > 0 && (
        <Button block variant="quiet" render={<Link to={paths.ledger()} />}>
          Transaction history
        </Button>
      )}
      <p className="text-[0.9375rem] text-soft">
        An answer is credited the moment you send it, and owed to you until it’s paid out. Letters
        that still wait for your answer aren’t in these figures. {FREEZE}
      </p>
    </div>
  );
}

/* The user's debt: earnings that were taken back after they were paid out. */
function Debt({ amount }: { amount: Cents }) {
  return (
    <Apart title="Still to be repaid" amount={amount} history="See what was taken back">
      {DEBT}
    </Apart>
  );
}

/* Earnings that a claim or a dispute keeps out of the balance until it is decided. */
function Frozen({ amount }: { amount: Cents }) {
  return (
    <Apart title="Frozen until it’s settled" amount={amount} history="See what is frozen">
      {FROZEN}
    </Apart>
  );
}

type ApartProps = { title: string; amount: Cents; history: string; children: string };

/* A sum that is not part of what is owed, and the way to the transactions that it came from. */
function Apart({ title, amount, history, children }: ApartProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{title}</h2>
        <Money amount={amount} className="text-2xl" />
      </div>
      <p className="mt-1 text-soft">{children}</p>
      <Link
        to={paths.ledger()}
        className="hit-area mt-2 inline-block font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
      >
        {history}
      </Link>
    </Card>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <dl className="divide-y divide-rule rounded-card border border-rule bg-card px-5 py-1">
        {children}
      </dl>
    </section>
  );
}

function Line(props: { term: string; note: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <dt className={`min-w-0 flex-1 basis-[8rem] ${props.strong ? 'font-semibold' : ''}`}>
        {props.term}
        <span className="block font-normal text-[0.875rem] text-soft">{props.note}</span>
      </dt>
      <dd className={`ml-auto font-figures leading-none ${props.strong ? 'text-2xl' : 'text-xl'}`}>
        {props.children}
      </dd>
    </div>
  );
}
