import { checkUser } from '#shared/api/current-session.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { query, queryClient, refresh } from '#web/api/queries.ts';
import { readSession, storeSession } from '#web/api/session.ts';

/** Updates the user everywhere after a save: in the query cache and in this browser's session. */
export async function showSaved(change: Partial<CurrentUser>): Promise<void> {
  queryClient.setQueryData(query(checkUser, {}).queryKey, (known) => {
    const user = known?.data[0];
    return known && user ? { ...known, data: [{ ...user, ...change }] } : known;
  });
  const session = readSession();
  if (session) {
    storeSession({
      ...session,
      fullName: change.fullName ?? session.fullName,
      // Null removes it.
      avatarUrl: change.profileImageUrl === undefined ? session.avatarUrl : change.profileImageUrl,
    });
  }
  await refresh(checkUser, viewUserProfile);
}
