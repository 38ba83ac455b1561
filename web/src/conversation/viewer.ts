import { useSession } from '../api/session.ts';

/** The id of the signed-in person. Screens of conversations stand behind the login guard, so there is one. */
export function useViewerId(): string {
  return useSession()?.userId ?? '';
}
