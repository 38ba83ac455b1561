import { useQuery } from '@tanstack/react-query';
import { checkUser } from '#shared/api/current-session.ts';
import { query } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ProfileSkeleton } from '#web/ui/Skeletons.tsx';
import { EDIT_PROFILE, ProfileForm } from './ProfileForm.tsx';

/* Edits username, name, bio and category. Reloads the user first. docs/product/profiles.md#editing-the-profile */
export function Component() {
  const { data, isFetchedAfterMount, isFetching, error, refetch } = useQuery({
    ...query(checkUser, {}),
    refetchOnMount: 'always',
  });
  const user = data?.data[0];
  if (user && isFetchedAfterMount && !error) return <ProfileForm user={user} />;
  return (
    <Page title={EDIT_PROFILE} back={paths.settings()}>
      {error && !isFetching ? (
        <ErrorState words="We couldn’t load your profile." onRetry={() => refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  );
}
