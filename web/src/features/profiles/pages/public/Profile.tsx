import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useEntity } from '#web/api/queries.ts';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { useSession } from '#web/api/session.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { ProfileSkeleton } from '#web/ui/Skeletons.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { AnswersTab, usePublicAnswerCount } from '../../../public-answers/AnswersTab.tsx';
import { ProfileNotFound } from '../../ProfileNotFound.tsx';
import type { PublicProfile } from '../../public-profile.ts';
import { keepSource, keptSource, sourceIn } from '../../visit-source.ts';
import { About } from './About.tsx';
import { useBackToList } from './back-to-list.ts';
import { ContactBar } from './ContactBar.tsx';
import { Figures } from './Figures.tsx';
import { Links } from './Links.tsx';
import { ProfileTop } from './ProfileTop.tsx';
import { Prompts } from './Prompts.tsx';
import { profileQueries } from './profile-queries.ts';
import { Social } from './Social.tsx';
import { Thanks } from './Thanks.tsx';
import { Tiers } from './Tiers.tsx';
import { Verification } from './Verification.tsx';

export const loader = publicQueryLoader(profileQueries);

/* A public profile. docs/product/profiles.md#public-profile */
export function Component() {
  const username = usePathParameter('username');
  const query = useEntity(profileQueries({ params: { username } }).profile);
  return (
    <QueryPage
      title={`@${username}`}
      header="brand"
      heading="hidden"
      width="broad"
      query={query}
      failed="We couldn’t load this profile."
      skeleton={<ProfileSkeleton />}
      missing={<ProfileNotFound />}
    >
      {(profile) => <ProfilePage profile={profile} username={username} />}
    </QueryPage>
  );
}

function ProfilePage({ profile, username }: { profile: PublicProfile; username: string }) {
  const own = useSession()?.userId === profile.id;
  const back = useBackToList();
  const answers = usePublicAnswerCount(profile.username);
  useVisitSource(profile);
  // A former username redirects to the current one.
  if (profile.username !== username)
    return <Navigate to={paths.profile(profile.username)} replace />;
  return (
    <Page
      title={profile.fullName}
      documentTitle={`${profile.fullName} (@${profile.username})`}
      {...(back ? { back, backText: 'Back to Search' } : { header: 'brand' as const })}
      heading="hidden"
      width="broad"
      starts
      barBeside
      actionBar={<ContactBar profile={profile} own={own} />}
    >
      <div className="grid gap-4 pt-2 wide:gap-6">
        <div className="grid gap-1.5">
          <ProfileTop profile={profile} />
          <Verification profile={profile} />
        </div>
        <Figures profile={profile} />
        <Tiers profile={profile} own={own} />
        <Tabs
          label={`About ${profile.fullName}`}
          tabs={[
            { value: 'about', label: 'About', content: <About profile={profile} own={own} /> },
            ...(answers
              ? [
                  {
                    value: 'answers' as const,
                    label: `Answers ${answers}`,
                    content: <AnswersTab username={profile.username} />,
                    isKept: true,
                  },
                ]
              : []),
            { value: 'social', label: 'Social', content: <Social profile={profile} /> },
            { value: 'links', label: 'Links', content: <Links profile={profile} /> },
          ]}
        />
        <Prompts profile={profile} />
        <Thanks profile={profile} />
      </div>
    </Page>
  );
}

/**
 * Keeps how this visitor came, and takes it out of the address, so that a copied address does not carry it on. web/head.js keeps it
 * by the username if the app was not loaded yet.
 */
function useVisitSource({ id, username }: PublicProfile): void {
  const { search } = useLocation();
  useEffect(() => {
    const named = sourceIn(new URLSearchParams(search));
    const via = named ?? keptSource(username);
    if (via) keepSource({ id, username }, via);
    if (named) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [id, username, search]);
}
