import * as z from 'zod/mini';
import { DRAFT_TIME, type DraftWords, isEmptyDraft } from '#shared/rules/conversations/drafts.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { VISITOR_LETTER } from '#web/api/session.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { answersSchema, MESSAGE_WORDS, readDeviceDraft, storeDeviceDraft } from './device-draft.ts';
import { isUnsaved } from './device-version.ts';

/*
 * Letters that visitors write before they have an account, one for each recipient, on this device only. They are kept apart from the
 * drafts of accounts, because a session that expired here leaves drafts that no visitor may read. Whoever signs in next gets them as
 * drafts. docs/product/conversations.md#letters-of-visitors
 */

const schema = z.object({
  subject: z.string(),
  text: z.string(),
  answers: z.optional(answersSchema),
  tier: z.optional(z.string()),
  /** The username of the recipient, to whom a sign-in leads back. */
  username: z.string(),
  keptAt: z.number(),
});

/** A letter of a visitor, and to whom it is. */
export type VisitorLetter = {
  readonly recipientId: string;
  readonly username: string;
  readonly words: DraftWords;
};

/** The key of the letter to a recipient in the storage. */
export const visitorLetterKey = (recipientId: string): string => `${VISITOR_LETTER}${recipientId}`;

/** The letter to a recipient; undefined if there is none, or if it is older than a draft gets. */
export function readVisitorLetter(recipientId: string): VisitorLetter | undefined {
  const kept = schema.safeParse(parsedJson(deviceStorage.getItem(visitorLetterKey(recipientId))));
  if (!kept.success) return undefined;
  const { keptAt, username, ...words } = kept.data;
  if (Math.abs(Date.now() - keptAt) > DRAFT_TIME) {
    clearVisitorLetter(recipientId);
    return undefined;
  }
  return { recipientId, username, words };
}

/** Stores a letter; an empty one is removed. */
export function storeVisitorLetter({ recipientId, username, words }: VisitorLetter): void {
  if (isEmptyDraft(words) && !words.tier) {
    clearVisitorLetter(recipientId);
    return;
  }
  const kept = { ...words, username, keptAt: Date.now() };
  deviceStorage.setItem(visitorLetterKey(recipientId), JSON.stringify(kept));
}

function clearVisitorLetter(recipientId: string): void {
  deviceStorage.removeItem(visitorLetterKey(recipientId));
}

/** The letter to somebody, by their username; undefined if this device has none with words. */
export const visitorLetterTo = (username: string): VisitorLetter | undefined =>
  visitorLetters().find((letter) => letter.username === username && !isEmptyDraft(letter.words));

/**
 * Makes the letters drafts of the person who has just signed in. A draft that the server has is not overwritten: the writer is shown
 * both. A letter waits while this device has other words to the same recipient that the server lacks.
 */
export function takeOverVisitorLetters(): void {
  for (const { recipientId, words } of visitorLetters()) {
    const draft = readDeviceDraft(recipientId);
    if (draft && isUnsaved(MESSAGE_WORDS, draft)) continue;
    if (!isEmptyDraft(words)) storeDeviceDraft(recipientId, { words });
    clearVisitorLetter(recipientId);
  }
}

const visitorLetters = (): VisitorLetter[] =>
  deviceStorage
    .keys()
    .filter((name) => name.startsWith(VISITOR_LETTER))
    .flatMap((name) => readVisitorLetter(name.slice(VISITOR_LETTER.length)) ?? []);
