import * as z from 'zod';
import { type DraftWords, isEmptyDraft } from '../../../shared/rules/conversations/drafts.ts';

/*
 * What this device keeps of the letters that are being written, one for each recipient, so that typing works offline and
 * survives a reload. The server has the same draft for all devices (draft-keeper.ts). The names of the keys are the
 * specification's (part 2, section 3), each followed by the recipient's id.
 */

const SUBJECT = 'createInbox_messageSubject';
const TEXT = 'createInbox_messageText';
const USER = 'createInbox_userId';
const FROM_SEARCH = 'navigation_fromSearch';
/** What the server is known to have. */
const SAVED = 'createInbox_saved';

const keyOf = (name: string, userId: string) => `${name}:${userId}`;

const words = z.object({ subject: z.string(), text: z.string() });
const savedSchema = z.object({
  /** The newest version this device knows, and the words it was saved with here. */
  saved: z.object({ id: z.string(), version: z.int(), words }).optional(),
  /** Words that were sent and whose answer has not come: they are sent again before newer ones. */
  sending: words.optional(),
});

/** A letter as this device has it. */
export type DeviceDraft = z.output<typeof savedSchema> & { readonly words: DraftWords };

export const NO_WORDS: DraftWords = { subject: '', text: '' };

export const sameWords = (one: DraftWords, other: DraftWords): boolean =>
  one.subject === other.subject && one.text === other.text;

/** Whether the server lacks what this device has. */
export function isUnsaved({ words: here, saved }: DeviceDraft): boolean {
  if (isEmptyDraft(here)) return saved !== undefined;
  return !saved || !sameWords(here, saved.words);
}

/** The letter to this person; undefined where this device has none. */
export function readDeviceDraft(userId: string): DeviceDraft | undefined {
  takeOverUnscoped();
  const subject = localStorage.getItem(keyOf(SUBJECT, userId));
  const text = localStorage.getItem(keyOf(TEXT, userId));
  if (subject === null && text === null) return undefined;
  const known = savedSchema.safeParse(parse(localStorage.getItem(keyOf(SAVED, userId)))).data;
  return { words: { subject: subject ?? '', text: text ?? '' }, ...known };
}

/** Stores all of it at once, so that what a reload finds belongs together. A storage that refuses loses only the copy. */
export function keepDeviceDraft(userId: string, { words: here, saved, sending }: DeviceDraft) {
  if (isEmptyDraft(here) && !saved && !sending) return forgetDeviceDraft(userId);
  try {
    localStorage.setItem(keyOf(SUBJECT, userId), here.subject);
    localStorage.setItem(keyOf(TEXT, userId), here.text);
    localStorage.setItem(keyOf(SAVED, userId), JSON.stringify({ saved, sending }));
  } catch {
    // Private windows and full phones refuse; the text on the screen stays.
  }
}

export function forgetDeviceDraft(userId: string): void {
  for (const name of [SUBJECT, TEXT, SAVED, FROM_SEARCH])
    localStorage.removeItem(keyOf(name, userId));
}

/** To whom this device has words that the server lacks. */
export function unsavedRecipients(): string[] {
  takeOverUnscoped();
  const prefix = keyOf(TEXT, '');
  const names = Array.from(
    { length: localStorage.length },
    (_, nth) => localStorage.key(nth) ?? '',
  );
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((userId) => {
      const draft = readDeviceDraft(userId);
      return draft !== undefined && isUnsaved(draft);
    });
}

/** Before drafts belonged to a person there was one on the device: it becomes the draft to whom it was written. */
function takeOverUnscoped(): void {
  const userId = localStorage.getItem(USER);
  if (userId === null) return;
  const older = {
    subject: localStorage.getItem(SUBJECT) ?? '',
    text: localStorage.getItem(TEXT) ?? '',
  };
  for (const name of [USER, SUBJECT, TEXT, FROM_SEARCH]) localStorage.removeItem(name);
  if (!readDeviceDraft(userId)) keepDeviceDraft(userId, { words: older });
}

/** Set by the search, so that Cancel leads back to its results. */
export function rememberFromSearch(userId: string, cameFromSearch: boolean): void {
  if (cameFromSearch) localStorage.setItem(keyOf(FROM_SEARCH, userId), 'true');
  else localStorage.removeItem(keyOf(FROM_SEARCH, userId));
}

export function cameFromSearch(userId: string): boolean {
  return localStorage.getItem(keyOf(FROM_SEARCH, userId)) === 'true';
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
