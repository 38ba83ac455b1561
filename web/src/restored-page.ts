import { queryClient } from './api/queries.ts';
import { rereadSession } from './api/session.ts';

/**
 * Brings a page up to date that the browser shows again from its back/forward cache: who is signed in, and everything on
 * the screen. A session that ended meanwhile ends here too, at the latest with the first answer of the server.
 */
export function updateRestoredPage(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    rereadSession();
    void queryClient.invalidateQueries();
  });
}
