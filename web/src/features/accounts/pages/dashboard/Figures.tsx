import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { viewDashboardStats } from '#shared/api/accounts.ts';
import type { Output } from '#shared/api/operation.ts';
import { plural } from '#shared/messages/plural.ts';
import { formatMoney } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { Money } from '#web/ui/Money.tsx';

export type Stats = Output<typeof viewDashboardStats>['data'][number];

export type FiguresProps = {
  stats: Stats;
  /** Whether the user answers: then the money comes first, otherwise their own orders. */
  answers: boolean;
};

/* The four figures of Home in one card, each a link to its page. */
export function Figures({ stats, answers }: FiguresProps) {
  const { accountBalance, profileViews, pendingPayments, unreadOutbox } = stats;
  const balance = (
    <Figure title="Account Balance" note={owedWords(stats)} to={paths.accountBalance()}>
      <Money amount={accountBalance} />
    </Figure>
  );
  const inbox = (
    <Figure title="Pending Inbox" note={pendingWords(stats)} to={paths.inbox()}>
      <Money amount={pendingPayments} />
    </Figure>
  );
  const views = (
    <Figure title="Profile Views" note="so far" to={paths.analytics()}>
      {profileViews.toLocaleString('en-US')}
    </Figure>
  );
  const outbox = (
    <Figure
      title="Active Outbox"
      note={unreadOutbox === 0 ? 'nothing unread' : 'unread'}
      to={paths.orders()}
    >
      {unreadOutbox.toLocaleString('en-US')}
    </Figure>
  );
  return (
    <ul aria-label="Your figures" className="dashboard-figures rounded-card border border-rule">
      {answers ? (
        <>
          {balance}
          {inbox}
          {views}
          {outbox}
        </>
      ) : (
        <>
          {outbox}
          {inbox}
          {balance}
          {views}
        </>
      )}
    </ul>
  );
}

type FigureProps = { title: string; note: string; to: string; children: ReactNode };

function Figure({ title, note, to, children }: FigureProps) {
  return (
    <li className="grid min-w-0">
      <Link to={to} className="@container grid content-start rounded-card p-4 hover:bg-tint">
        <span className="text-[0.8125rem] text-soft leading-5">{title}</span>
        <span className="whitespace-nowrap font-figures font-medium text-[min(1.625rem,19cqi)] leading-8">
          {children}
        </span>
        <span className="text-[0.8125rem] text-soft leading-tight">{note}</span>
      </Link>
    </li>
  );
}

/** The money that is owed to the user, including what waits for a payout account, and what is frozen beside it. */
function owedWords({ accountBalance, waitingAmount, frozenAmount }: Stats): string {
  if (frozenAmount > 0) return `and ${formatMoney(frozenAmount)} frozen`;
  if (waitingAmount === 0) return 'not yet paid out';
  if (waitingAmount === accountBalance) return 'waiting for your payout account';
  return `${formatMoney(waitingAmount)} of it is waiting for your payout account`;
}

/** Help tickets are pending like paid messages, but earn nothing. */
function pendingWords({ pendingInbox }: Stats): string {
  if (pendingInbox === 0) return 'nothing pending';
  return plural(pendingInbox, { one: '# letter', other: '# letters' });
}
