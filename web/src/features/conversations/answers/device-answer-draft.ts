import * as z from 'zod/mini';
import type { PlacedPicture } from '#shared/rules/attachments/attachments.ts';
import type { AnswerDraftKind } from '#shared/rules/conversations/answer-drafts.ts';
import {
  CONVERSATION_CHOICES,
  type ConversationChoice,
} from '#shared/rules/conversations/conversations.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import {
  NOTHING_WRITTEN,
  readWriting,
  storedWriting,
  type Writing,
} from '#shared/rules/conversations/writing-counts.ts';
import {
  DECLARATIONS,
  type Declaration,
  RECORDING_TEXTS,
  type RecordingText,
} from '#shared/rules/conversations/written-by.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { deviceStorage } from '#web/api/storage.ts';
import type { DeviceVersion } from '../drafts/device-version.ts';
import { answerDraftKeys } from './answer-drafts.ts';

/* This device's copy of the drafts of answers, so that typing works offline and survives a reload. */

/** A begun answer. An improved one has its text alone. */
export type AnswerWords = {
  /** HTML. */
  readonly text: string;
  readonly choice?: ConversationChoice | undefined;
  readonly declaration?: Declaration | undefined;
  /** What the text is of the recording. */
  readonly recordingText?: RecordingText | undefined;
  /** The ids of its files. */
  readonly attachments?: readonly string[] | undefined;
  /** The picture between two paragraphs. */
  readonly placedPictures?: readonly PlacedPicture[] | undefined;
  /** Undefined if nobody counted how the beginning was written: then nothing is counted until it is emptied. */
  readonly writing?: Writing | undefined;
};

export const NO_ANSWER: AnswerWords = { text: '', writing: NOTHING_WRITTEN };

export const isEmptyAnswer = ({ text, attachments = [] }: AnswerWords): boolean =>
  plainText(text).trim() === '' && attachments.length === 0;

/** Whether two drafts say the same. The counts follow from how they were written, so they do not make a difference. */
export const isSameAnswer = (one: AnswerWords, other: AnswerWords): boolean =>
  one.text === other.text &&
  one.choice === other.choice &&
  one.declaration === other.declaration &&
  one.recordingText === other.recordingText &&
  filesText(one) === filesText(other);

/** The files as one text to compare. */
const filesText = ({ attachments = [], placedPictures = [] }: AnswerWords): string =>
  JSON.stringify([
    attachments,
    placedPictures.map(({ attachmentId, position, caption }) => [attachmentId, position, caption]),
  ]);

/** The files of an answer, as this device keeps them. */
export const filesSchema = z.object({
  attachments: z.optional(z.array(z.string())),
  placedPictures: z.optional(
    z.array(z.object({ attachmentId: z.string(), position: z.int(), caption: z.string() })),
  ),
});
const words = z.object({
  text: z.string(),
  choice: z.optional(z.enum(CONVERSATION_CHOICES)),
  declaration: z.optional(z.enum(DECLARATIONS)),
  recordingText: z.optional(z.enum(RECORDING_TEXTS)),
  ...filesSchema.shape,
});
const savedSchema = z.object({
  saved: z.optional(z.object({ id: z.string(), version: z.int(), words })),
  sending: z.optional(words),
});

/** The draft of an answer; undefined if this device has none. */
export function readAnswerDraft(
  kind: AnswerDraftKind,
  inboxId: string,
): DeviceVersion<AnswerWords> | undefined {
  const keys = answerDraftKeys(kind, inboxId);
  const stored = (key: string) => deviceStorage.getItem(key) ?? '';
  const text = stored(keys.text);
  const version = savedSchema.safeParse(parsedJson(deviceStorage.getItem(keys.saved))).data;
  const files = filesSchema.safeParse(parsedJson(deviceStorage.getItem(keys.files))).data;
  if (kind === 'IMPROVED')
    return text || files || version
      ? { words: { ...NO_ANSWER, text, ...files }, ...version }
      : undefined;
  const choice = CONVERSATION_CHOICES.find((one) => one === stored(keys.choice));
  const declaration = DECLARATIONS.find((one) => one === stored(keys.declaration));
  const recordingText = RECORDING_TEXTS.find((one) => one === stored(keys.recordingText));
  const writing = readWriting(stored(keys.writing)) ?? (text ? undefined : NOTHING_WRITTEN);
  if (!text && !choice && !declaration && !files && !version) return undefined;
  return { words: { text, choice, declaration, recordingText, writing, ...files }, ...version };
}

/** Stores the draft in one step, so that a reload finds a consistent state. */
export function storeAnswerDraft(
  kind: AnswerDraftKind,
  inboxId: string,
  { words: here, saved, sending }: DeviceVersion<AnswerWords>,
): void {
  const keys = answerDraftKeys(kind, inboxId);
  store(keys.text, here.text);
  store(keys.saved, saved || sending ? JSON.stringify({ saved, sending }) : '');
  const { attachments = [], placedPictures } = here;
  store(keys.files, attachments.length > 0 ? JSON.stringify({ attachments, placedPictures }) : '');
  if (kind === 'IMPROVED') return;
  store(keys.choice, here.choice ?? '');
  store(keys.declaration, here.declaration ?? '');
  store(keys.recordingText, here.recordingText ?? '');
  store(keys.writing, here.writing ? storedWriting(here.writing) : '');
}

function store(key: string, value: string): void {
  if (value === '') deviceStorage.removeItem(key);
  else deviceStorage.setItem(key, value);
}
