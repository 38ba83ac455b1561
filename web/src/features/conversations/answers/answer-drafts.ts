import type { AnswerDraftKind } from '#shared/rules/conversations/answer-drafts.ts';
import { BEGUN_ANSWER_KEYS } from '#web/api/begun-answer-keys.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { deviceStorage } from '#web/api/storage.ts';

/*
 * The storage keys of the drafts of answers on this device. The server has the same drafts for all devices
 * (answer-draft-sync.ts); this file is apart from that, for screens that do not write answers.
 */

const TEXT: Readonly<Record<AnswerDraftKind, string>> = BEGUN_ANSWER_KEYS;
const SAVED: Readonly<Record<AnswerDraftKind, string>> = {
  ANSWER: 'paidReplySaved_',
  IMPROVED: 'improveAnswerSaved_',
};
const FILES: Readonly<Record<AnswerDraftKind, string>> = {
  ANSWER: 'paidReplyFiles_',
  IMPROVED: 'improveAnswerFiles_',
};
const KINDS = Object.keys(TEXT) as AnswerDraftKind[];

/** The keys of a draft: its text, its files, how it was written, and the version that the server has. */
export const answerDraftKeys = (kind: AnswerDraftKind, inboxId: string) => ({
  text: `${TEXT[kind]}${inboxId}`,
  choice: `paidReplyChoice_${inboxId}`,
  writing: `paidReplyWriting_${inboxId}`,
  declaration: `paidReplyDeclaration_${inboxId}`,
  recordingText: `paidReplyRecordingText_${inboxId}`,
  saved: `${SAVED[kind]}${inboxId}`,
  files: `${FILES[kind]}${inboxId}`,
});

type Ended = (kind: AnswerDraftKind, inboxId: string) => void;
const listeners = new Set<Ended>();

/** Calls `listener` for each draft that is deleted because its answer has arrived. */
export function whenAnswerArrives(listener: Ended): void {
  listeners.add(listener);
}

/** Deletes the draft of an answer that has arrived from this device. The server has deleted its own with the answer. */
export function endAnswerDraft(kind: AnswerDraftKind, inboxId: string): void {
  clearAnswerDraft(kind, inboxId);
  for (const listener of listeners) listener(kind, inboxId);
}

export function clearAnswerDraft(kind: AnswerDraftKind, inboxId: string): void {
  const { text, saved, files, choice, writing, declaration, recordingText } = answerDraftKeys(
    kind,
    inboxId,
  );
  const only = kind === 'ANSWER' ? [choice, writing, declaration, recordingText] : [];
  for (const key of [text, saved, files, ...only]) deviceStorage.removeItem(key);
}

/** The drafts on this device whose text the server does not have. */
export const unsavedAnswers = (): (readonly [kind: AnswerDraftKind, inboxId: string])[] =>
  KINDS.flatMap((kind) =>
    deviceStorage
      .keys()
      .filter((key) => key.startsWith(TEXT[kind]))
      .map((key) => key.slice(TEXT[kind].length))
      .filter((inboxId) => isUnsaved(kind, inboxId))
      .map((inboxId) => [kind, inboxId] as const),
  );

function isUnsaved(kind: AnswerDraftKind, inboxId: string): boolean {
  const keys = answerDraftKeys(kind, inboxId);
  const text = deviceStorage.getItem(keys.text) ?? '';
  const version = parsedJson(deviceStorage.getItem(keys.saved)) as StoredVersion;
  return text !== '' && text !== version?.saved?.words?.text;
}

/** The part of a stored version that says what the server has. */
type StoredVersion = { saved?: { words?: { text?: unknown } } } | null | undefined;
