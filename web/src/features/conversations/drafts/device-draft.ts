import * as z from 'zod/mini';
import { type DraftWords, isEmptyDraft } from '#shared/rules/conversations/drafts.ts';
import { isBlank } from '#shared/rules/conversations/prompts.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { type DeviceVersion, isUnsaved, type WordsRules } from './device-version.ts';

/*
 * This device's copy of message drafts, one for each recipient, so that typing works offline and survives a reload.
 * The server has the same drafts for all devices (draft-sync.ts). docs/product/conversations.md#drafts fixes the
 * keys; each is followed by the recipient's id.
 */

const SUBJECT = 'createInbox_messageSubject';
const TEXT = 'createInbox_messageText';
const ANSWERS = 'createInbox_answers';
const TIER = 'createInbox_tier';
const ATTACHMENTS = 'createInbox_attachments';
const FROM_SEARCH = 'navigation_fromSearch';
/** The server's version of the draft, as last seen by this device. */
const SAVED = 'createInbox_saved';

const keyOf = (name: string, userId: string) => `${name}:${userId}`;

/** The ids of the files of a draft, as this device keeps them. */
export const attachmentsSchema = z.array(z.string());
/** The answers to the questions of a recipient, as this device keeps them. */
export const answersSchema = z.array(z.object({ question: z.string(), text: z.string() }));
const words = z.object({
  subject: z.string(),
  text: z.string(),
  answers: z.optional(answersSchema),
  tier: z.optional(z.string()),
  attachments: z.optional(attachmentsSchema),
});
const savedSchema = z.object({
  /** The newest known version, and the words that this device saved it with. */
  saved: z.optional(z.object({ id: z.string(), version: z.int(), words })),
  /** Words that were sent and have no response yet: they are sent again before newer ones. */
  sending: z.optional(words),
});

/** A draft of a message on this device. */
export type DeviceDraft = DeviceVersion<DraftWords>;

export const NO_WORDS: DraftWords = { subject: '', text: '' };

const sameWords = (one: DraftWords, other: DraftWords): boolean =>
  one.subject === other.subject &&
  one.text === other.text &&
  one.tier === other.tier &&
  isSameList(one.attachments, other.attachments) &&
  answersText(one) === answersText(other);

/** How the words of messages are compared. */
export const MESSAGE_WORDS: WordsRules<DraftWords> = { isEmpty: isEmptyDraft, isSame: sameWords };

/** Whether two texts have the same files. */
export const isSameList = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.join() === other.join();

/** The answers as one text to compare; empty ones do not count. */
const answersText = ({ answers = [] }: DraftWords): string =>
  JSON.stringify(
    answers.flatMap((answer) => (isBlank(answer) ? [] : [[answer.question, answer.text]])),
  );

/** The draft for a recipient; undefined if this device has none. */
export function readDeviceDraft(userId: string): DeviceDraft | undefined {
  const subject = deviceStorage.getItem(keyOf(SUBJECT, userId));
  const text = deviceStorage.getItem(keyOf(TEXT, userId));
  if (subject === null && text === null) return undefined;
  const known = savedSchema.safeParse(parsedJson(deviceStorage.getItem(keyOf(SAVED, userId)))).data;
  const answers = answersSchema.safeParse(
    parsedJson(deviceStorage.getItem(keyOf(ANSWERS, userId))),
  ).data;
  const tier = deviceStorage.getItem(keyOf(TIER, userId));
  const attachments = attachmentsSchema.safeParse(
    parsedJson(deviceStorage.getItem(keyOf(ATTACHMENTS, userId))),
  ).data;
  const here = {
    subject: subject ?? '',
    text: text ?? '',
    ...(answers && { answers }),
    ...(tier && { tier }),
    ...(attachments && { attachments }),
  };
  return { words: here, ...known };
}

/** Stores the draft in one step, so that a reload finds a consistent state. */
export function storeDeviceDraft(userId: string, { words: here, saved, sending }: DeviceDraft) {
  if (isEmptyDraft(here) && !saved && !sending) return clearDeviceDraft(userId);
  deviceStorage.setItem(keyOf(SUBJECT, userId), here.subject);
  deviceStorage.setItem(keyOf(TEXT, userId), here.text);
  if (here.answers) deviceStorage.setItem(keyOf(ANSWERS, userId), JSON.stringify(here.answers));
  else deviceStorage.removeItem(keyOf(ANSWERS, userId));
  if (here.tier) deviceStorage.setItem(keyOf(TIER, userId), here.tier);
  else deviceStorage.removeItem(keyOf(TIER, userId));
  if (here.attachments)
    deviceStorage.setItem(keyOf(ATTACHMENTS, userId), JSON.stringify(here.attachments));
  else deviceStorage.removeItem(keyOf(ATTACHMENTS, userId));
  deviceStorage.setItem(keyOf(SAVED, userId), JSON.stringify({ saved, sending }));
}

export function clearDeviceDraft(userId: string): void {
  for (const name of [SUBJECT, TEXT, ANSWERS, TIER, ATTACHMENTS, SAVED, FROM_SEARCH])
    deviceStorage.removeItem(keyOf(name, userId));
}

/** The recipients for whom this device has unsaved words. */
export function unsavedRecipients(): string[] {
  const prefix = keyOf(TEXT, '');
  return deviceStorage
    .keys()
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((userId) => {
      const draft = readDeviceDraft(userId);
      return draft !== undefined && isUnsaved(MESSAGE_WORDS, draft);
    });
}

/** Set by the search, so that Cancel returns to its results. */
export function rememberFromSearch(userId: string, cameFromSearch: boolean): void {
  if (cameFromSearch) deviceStorage.setItem(keyOf(FROM_SEARCH, userId), 'true');
  else deviceStorage.removeItem(keyOf(FROM_SEARCH, userId));
}

export function cameFromSearch(userId: string): boolean {
  return deviceStorage.getItem(keyOf(FROM_SEARCH, userId)) === 'true';
}
