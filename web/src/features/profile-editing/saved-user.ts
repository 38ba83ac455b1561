import { checkUser } from '../../../../shared/api/auth.ts';
import { viewUserProfile } from '../../../../shared/api/profiles.ts';
import type { CurrentUser } from '../../api/current-user.ts';
import { query, queryClient, refresh } from '../../api/queries.ts';
import { keepSession, readSession } from '../../api/session.ts';

/** Shows what was just saved of a person everywhere at once: screens, navigation, and this browser's session. */
export async function showSaved(change: Partial<CurrentUser>): Promise<void> {
  queryClient.setQueryData(query(checkUser, {}).queryKey, (known) => {
    const user = known?.data[0];
    return known && user ? { ...known, data: [{ ...user, ...change }] } : known;
  });
  const session = readSession();
  if (session) {
    keepSession({
      ...session,
      fullName: change.fullName ?? session.fullName,
      avatarUrl: change.profileImageUrl ?? session.avatarUrl,
    });
  }
  await refresh(checkUser, viewUserProfile);
}
