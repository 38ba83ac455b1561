import { rememberFromSearch } from '../../../conversations/drafts/device-draft.ts';
import { reportPress } from '../../visit-source.ts';

/** What happens when somebody presses a link that writes to a person, on their profile. */
export function pressContact(id: string): void {
  rememberFromSearch(id, false);
  reportPress(id);
}
