import { useQuery } from '@tanstack/react-query';
import { Eye, Inbox, Send, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { SUPPORT_USERNAME } from '../../../../../../shared/brand.ts';
import { formatCount } from '../../../../../../shared/format-count.ts';
import { formatMoney } from '../../../../../../shared/money.ts';
import { isSearchedAsTyped, searchedText } from '../../../../../../shared/rules/search/search.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { useEntity } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { QueryContent } from '../../../../shell/QueryPage.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Money } from '../../../../ui/Money.tsx';
import { SearchInput } from '../../../../ui/SearchInput.tsx';
import { RowsSkeleton } from '../../../../ui/Skeletons.tsx';
import { Invitations } from '../../../contacts/Invitations.tsx';
import { useInvitationsKnown } from '../../../contacts/use-invitations.ts';
import { firstName } from '../../../conversations/conversation.ts';
import { NotificationPrompt } from '../../../notifications/NotificationPrompt.tsx';
import { useTakesMessages } from '../../use-takes-messages.ts';
import { homeQueries } from '../account-queries.ts';
import { NotTakingMessages } from '../NotTakingMessages.tsx';
import { ShareProfile } from '../ShareProfile.tsx';
import { ChatTile } from './ChatTile.tsx';
import { DashboardCard, DashboardCardsSkeleton } from './DashboardCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { greeting } from './greeting.ts';
import { HomeAlerts } from './HomeAlerts.tsx';
import { homeAlerts } from './home-alerts.ts';
import { UpgradeBanner } from './UpgradeBanner.tsx';
import { useWaiting, type Waiting, WaitingForYou } from './WaitingForYou.tsx';

export const loader = queryLoader(homeQueries);

const DeletionBanner = lazyPart(
  async () => (await import('../leaving/DeletionBanner.tsx')).DeletionBanner,
);

type Stats = Output<typeof viewDashboardStats>['data'][number];

/* The home screen: pending messages, earnings, and links to people. docs/product/accounts.md#dashboard */
export function Component() {
  const user = useCurrentUser();
  const figures = useEntity(homeQueries().figures);
  const waiting = useWaiting((figures.data?.pendingInbox ?? 0) > 0);
  const below = useBelow(figures.data, waiting);
  // The support account takes no payments.
  const sells = user.username !== SUPPORT_USERNAME;
  return (
    <Page
      title={`${greeting(new Date().getHours())}, ${firstName(user.fullName)}`}
      documentTitle="Home"
    >
      <div className="grid gap-5 pt-1">
        <JumpToSearch />
        <QueryContent
          query={figures}
          failed="We couldn’t load your numbers."
          skeleton={<DashboardCardsSkeleton />}
        >
          {(stats) => (
            <>
              {stats.deletionAt !== undefined && <DeletionBanner deletionAt={stats.deletionAt} />}
              <HomeAlerts alerts={homeAlerts(user, stats)} />
              <Cards stats={stats} />
              {below ? (
                <Below {...{ stats, waiting }} username={user.username} />
              ) : (
                <RowsSkeleton rows={3} />
              )}
            </>
          )}
        </QueryContent>
        {sells && (below || figures.isLoadingError) && (
          <>
            <ChatTile />
            <FirstSteps />
            {user.licenseId === 'FREE' && <UpgradeBanner />}
          </>
        )}
      </div>
    </Page>
  );
}

/**
 * Whether everything below the numbers has loaded. It appears at once, because late parts would push the rest down
 * under somebody's thumb.
 */
function useBelow(stats: Stats | undefined, waiting: Waiting): boolean {
  const [shown, setShown] = useState(false);
  const settings = useQuery(homeQueries().pricing);
  const invitations = useInvitationsKnown((stats?.contactRequests ?? 0) > 0);
  const known = stats !== undefined && !settings.isPending && invitations && waiting.isKnown;
  if (known && !shown) setShown(true);
  return shown;
}

type BelowProps = { stats: Stats; waiting: Waiting; username: string };

function Below({ stats, waiting, username }: BelowProps) {
  return (
    <>
      <Invitations ask={stats.contactRequests > 0} />
      <Next waiting={waiting} username={username} />
      {stats.pendingInbox > 0 && <NotificationPrompt title="Get notified about new messages" />}
    </>
  );
}

function JumpToSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const type = (typed: string, caret: number) => {
    setText(typed);
    if (isSearchedAsTyped(searchedText(typed)))
      navigate(paths.userSearch(typed), { state: { caret } });
  };
  return (
    <SearchInput
      label="Find someone by name"
      placeholder="Find someone"
      value={text}
      onValueChange={type}
    />
  );
}

function Cards({ stats }: { stats: Stats }) {
  return (
    <ul className="dashboard-cards">
      <DashboardCard
        title="Account Balance"
        figure={<Money amount={stats.accountBalance} />}
        note={owedWords(stats)}
        icon={Wallet}
        to={paths.accountBalance()}
      />
      <DashboardCard
        title="Profile Views"
        figure={formatCount(stats.profileViews)}
        note="so far"
        icon={Eye}
        to={paths.analytics()}
      />
      <DashboardCard
        title="Pending Inbox"
        figure={<Money amount={stats.pendingPayments} />}
        note={pendingWords(stats)}
        icon={Inbox}
        to={paths.inbox()}
      />
      <DashboardCard
        title="Active Outbox"
        figure={formatCount(stats.unreadOutbox)}
        note={stats.unreadOutbox === 1 ? 'unread order' : 'unread orders'}
        icon={Send}
        to={paths.orders()}
      />
    </ul>
  );
}

/** The money that is owed to the user, including what waits for a payout account. */
function owedWords({ accountBalance, waitingAmount }: Stats): string {
  if (waitingAmount === 0) return 'not yet paid out';
  if (waitingAmount === accountBalance) return 'waiting for your payout account';
  return `${formatMoney(waitingAmount)} of it is waiting for your payout account`;
}

/** Help tickets are pending like paid messages, but earn nothing. */
function pendingWords({ pendingInbox, pendingPayments }: Stats): string {
  if (pendingInbox === 0) return 'nothing pending';
  if (pendingPayments > 0) return 'yours once you answer';
  return pendingInbox === 1 ? '1 message pending' : `${pendingInbox} messages pending`;
}

/** What waits for the user; if nothing does, the next step. */
function Next({ waiting, username }: Pick<BelowProps, 'waiting' | 'username'>) {
  const takesMessages = useTakesMessages();
  if (!waiting.isEmpty) return <WaitingForYou waiting={waiting} />;
  if (username === SUPPORT_USERNAME || takesMessages === undefined) return null;
  return takesMessages ? <ShareProfile username={username} /> : <NotTakingMessages />;
}
