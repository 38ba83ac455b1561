import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewEmail } from '#shared/api/email.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { Invitations } from '#web/features/contacts/Invitations.tsx';
import { useInvitationsKnown } from '#web/features/contacts/use-invitations.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { EmailWherePushFails } from '#web/features/notifications/EmailOffer.tsx';
import { NotificationPrompt } from '#web/features/notifications/NotificationPrompt.tsx';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useTakesMessages } from '../../use-takes-messages.ts';
import { homeQueries } from '../account-queries.ts';
import { NotTakingMessages } from '../NotTakingMessages.tsx';
import { ShareProfile } from '../ShareProfile.tsx';
import { AskSomeone } from './AskSomeone.tsx';
import { ChatTile } from './ChatTile.tsx';
import { EarnBanner } from './EarnBanner.tsx';
import { Figures, type Stats } from './Figures.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { greeting } from './greeting.ts';
import { HomeAlerts } from './HomeAlerts.tsx';
import { HomeColumns, HomeSkeleton } from './HomeColumns.tsx';
import { homeAlerts } from './home-alerts.ts';
import { JumpToSearch } from './JumpToSearch.tsx';
import { UpgradeBanner } from './UpgradeBanner.tsx';
import { useWaiting, type Waiting } from './waiting.ts';
import { YourAnswers } from './YourAnswers.tsx';
import { YourOrders } from './YourOrders.tsx';

export const loader = queryLoader(homeQueries);

const DeletionBanner = lazyPart(
  async () => (await import('../leaving/DeletionBanner.tsx')).DeletionBanner,
);

/*
 * The home screen: what waits for the user first, then the figures, invitations and people. On a wide screen these are beside it.
 * docs/product/accounts.md#dashboard
 */
export function Component() {
  const user = useCurrentUser();
  const figures = useEntity(homeQueries().figures);
  const waiting = useWaiting((figures.data?.pendingInbox ?? 0) > 0);
  const role = useRole(waiting);
  const isShown = useIsKnown(figures.data, waiting);
  return (
    <Page
      title={`${greeting(new Date().getHours())}, ${firstName(user.fullName)}`}
      documentTitle="Home"
      width="full"
      wideAction={role === 'asks' ? undefined : <JumpToSearch />}
    >
      <QueryContent
        query={figures}
        failed="We couldn’t load your numbers."
        skeleton={<HomeSkeleton />}
      >
        {(stats) =>
          isShown && role ? <Home stats={stats} waiting={waiting} role={role} /> : <HomeSkeleton />
        }
      </QueryContent>
      {figures.isLoadingError && <ChatTile />}
    </Page>
  );
}

/** `asks`: the user came to ask. The support account answers tickets and takes no payments. */
type Role = 'answers' | 'pauses' | 'asks' | 'supports';

/** What the user does here; undefined until that is known. */
function useRole({ onlyAsks }: Waiting): Role | undefined {
  const { username } = useCurrentUser();
  const settings = useEntity(homeQueries().pricing);
  if (username === SUPPORT_USERNAME) return 'supports';
  // Also while a failed query is repeated: a part of the screen that appears asks again.
  if (!settings.data) return settings.errorUpdateCount > 0 ? 'answers' : undefined;
  if (settings.data.paused) return 'pauses';
  return settings.data.paidResponseCommitment === 0 || onlyAsks ? 'asks' : 'answers';
}

/** Whether everything has loaded. It appears at once, because late parts would push the rest down under somebody's thumb. */
function useIsKnown(stats: Stats | undefined, waiting: Waiting): boolean {
  const [shown, setShown] = useState(false);
  const settings = useQuery(homeQueries().pricing);
  const invitations = useInvitationsKnown((stats?.contactRequests ?? 0) > 0);
  const known = stats !== undefined && !settings.isPending && invitations && waiting.isKnown;
  if (known && !shown) setShown(true);
  return shown;
}

type HomeProps = { stats: Stats; waiting: Waiting; role: Role };

function Home(props: HomeProps) {
  return <HomeColumns main={<WhatWaits {...props} />} side={<Beside {...props} />} />;
}

/** What the account and other people want from the user, or the next step if nothing does. */
function WhatWaits({ stats, waiting, role }: HomeProps) {
  const user = useCurrentUser();
  const email = useEntity(query(viewEmail, {}));
  const toAnswer = waiting.pending.length > 0;
  return (
    <>
      {stats.deletionAt !== undefined && <DeletionBanner deletionAt={stats.deletionAt} />}
      <HomeAlerts alerts={homeAlerts(user, stats, email.data?.suppressed ?? null)} />
      {role === 'pauses' && <NotTakingMessages />}
      {role === 'answers' && waiting.isEmpty && <ShareProfile username={user.username} />}
      <YourAnswers waiting={waiting} letters={stats.pendingInbox} net={stats.pendingPayments} />
      <YourOrders waiting={waiting} hasAction={!toAnswer} />
    </>
  );
}

/** Whether the user waits for an answer, or something new waits for them. */
const awaitsNews = (waiting: Waiting): boolean => !waiting.isEmpty || waiting.unanswered.length > 0;

function Beside({ stats, waiting, role }: HomeProps) {
  const user = useCurrentUser();
  const isFree = user.licenseId === 'FREE';
  const takesMessages = useTakesMessages();
  const invitations = <Invitations ask={stats.contactRequests > 0} />;
  const figures = <Figures stats={stats} answers={role !== 'asks'} />;
  if (role === 'supports') return figures;
  if (role === 'asks')
    return (
      <>
        {awaitsNews(waiting) && <EmailWherePushFails title="Hear about answers by email" />}
        <AskSomeone />
        {invitations}
        {figures}
        <ChatTile />
        {takesMessages && waiting.isEmpty && <ShareProfile username={user.username} />}
        {takesMessages ? isFree && <UpgradeBanner /> : <EarnBanner isFree={isFree} />}
      </>
    );
  return (
    <>
      {figures}
      {invitations}
      {stats.pendingInbox > 0 ? (
        <NotificationPrompt title="Get notified about new letters" />
      ) : (
        awaitsNews(waiting) && <EmailWherePushFails title="Hear about answers by email" />
      )}
      <ChatTile />
      <div className="wide:hidden">
        <JumpToSearch />
      </div>
      <FirstSteps />
      {isFree && <UpgradeBanner />}
    </>
  );
}
