import { rememberFromSearch } from '#web/features/conversations/drafts/device-draft.ts';
import { reportPress } from '../../visit-source.ts';

/** Counts a press on a link that writes to a person. Leaving the message leads back to a profile that a search has opened. */
export function pressContact(id: string, isFromSearch: boolean): void {
  rememberFromSearch(id, isFromSearch);
  reportPress(id);
}
