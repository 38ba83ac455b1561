import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Output } from '../../../../shared/api/operation.ts';
import type { viewUserProfile } from '../../../../shared/api/profiles.ts';
import { isRefusal } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ProfileSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { About } from './About.tsx';
import { ContactBar } from './ContactBar.tsx';
import { Figures } from './Figures.tsx';
import { Links } from './Links.tsx';
import { ProfileNotFound } from './ProfileNotFound.tsx';
import { ProfileTop } from './ProfileTop.tsx';
import { profileQueries } from './profile-queries.ts';
import { Social } from './Social.tsx';

export type PublicProfile = Output<typeof viewUserProfile>['data'][number];

/* A public profile. docs/product/profiles.md#public-profile */
export function Component() {
  const { username = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(
    profileQueries({ params: { username } }).profile,
  );
  const profile = data?.data[0];
  if (isRefusal(error, 'NOT_FOUND', 'INVALID_INPUT')) return <ProfileNotFound />;
  if (!profile) {
    return (
      <Page title={`@${username}`} header="brand" heading="hidden">
        {error && !isFetching ? (
          <ErrorState words="We could not load this profile." onRetry={() => refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </Page>
    );
  }
  // A username that was given up leads to the new one.
  if (profile.username !== username)
    return <Navigate to={paths.profile(profile.username)} replace />;
  return <ProfilePage profile={profile} />;
}

function ProfilePage({ profile }: { profile: PublicProfile }) {
  const own = useSession()?.userId === profile.id;
  const back = useBackToSearch();
  return (
    <Page
      title={profile.fullName}
      documentTitle={`${profile.fullName} (@${profile.username})`}
      {...(back ? { back, backText: 'Back to Search' } : { header: 'brand' as const })}
      heading="hidden"
      actionBar={<ContactBar profile={profile} own={own} />}
    >
      <div className="grid gap-6 pt-2">
        <ProfileTop profile={profile} />
        <Figures profile={profile} />
        <Tabs
          label={`About ${profile.fullName}`}
          tabs={[
            { value: 'about', label: 'About', content: <About profile={profile} own={own} /> },
            { value: 'social', label: 'Social', content: <Social profile={profile} /> },
            { value: 'links', label: 'Links', content: <Links profile={profile} /> },
          ]}
        />
      </div>
    </Page>
  );
}

/** The search this visitor came from, if they did. */
function useBackToSearch(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('search' in state)) return undefined;
  return typeof state.search === 'string' && state.search.startsWith(paths.userSearch())
    ? state.search
    : undefined;
}
