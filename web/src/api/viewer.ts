import { useSession } from './session.ts';

/** The id of the signed-in user. Screens that use it are inside the guard, so there is one. */
export function useViewerId(): string {
  return useSession()?.userId ?? '';
}
