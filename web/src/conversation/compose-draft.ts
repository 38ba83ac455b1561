/*
 * The message that is being written to somebody, and whether its writer came from the search. The names of the keys are
 * the specification's (part 2, section 3).
 */

const SUBJECT = 'createInbox_messageSubject';
const TEXT = 'createInbox_messageText';
const USER = 'createInbox_userId';
const FROM_SEARCH = 'navigation_fromSearch';

export const COMPOSE_KEYS = { subject: SUBJECT, text: TEXT } as const;

export type ComposeDraft = { readonly subject: string; readonly text: string };

/** The draft to this person; one to somebody else is not theirs to see. */
export function readComposeDraft(userId: string): ComposeDraft | undefined {
  if (localStorage.getItem(USER) !== userId) return undefined;
  return { subject: localStorage.getItem(SUBJECT) ?? '', text: localStorage.getItem(TEXT) ?? '' };
}

/** Starts a draft to this person. One to somebody else makes way, since there is one draft. */
export function claimComposeDraft(userId: string): ComposeDraft {
  const kept = readComposeDraft(userId);
  if (kept) return kept;
  localStorage.removeItem(SUBJECT);
  localStorage.removeItem(TEXT);
  localStorage.setItem(USER, userId);
  return { subject: '', text: '' };
}

export function clearComposeDraft(): void {
  for (const key of [SUBJECT, TEXT, USER, FROM_SEARCH]) localStorage.removeItem(key);
}

/** Set by the search, so that Cancel leads back to its results. */
export function rememberFromSearch(cameFromSearch: boolean): void {
  if (cameFromSearch) localStorage.setItem(FROM_SEARCH, 'true');
  else localStorage.removeItem(FROM_SEARCH);
}

export function cameFromSearch(): boolean {
  return localStorage.getItem(FROM_SEARCH) === 'true';
}
