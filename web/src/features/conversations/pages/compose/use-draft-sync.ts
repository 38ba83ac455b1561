import { useViewerId } from '#web/api/viewer.ts';
import { type DraftState, type DraftSync, draftSyncOf } from '../../drafts/draft-sync.ts';
import { useVersionSync } from '../../drafts/use-version-sync.ts';

/** The draft keeper of the page that writes to a recipient, and its state. */
export function useDraftSync(recipientId: string): readonly [DraftSync, DraftState] {
  const keeper = draftSyncOf(useViewerId(), recipientId);
  return [keeper, useVersionSync(keeper)];
}
