import { deviceStorage } from '../../../api/storage.ts';

/* The storage keys of the drafts of answers, which are on this device only. */

const PAID = 'paidReply_';
const IMPROVED = 'improveAnswer_';

/** The keys of an answer; the first is that of its text. */
export const answerDraftKeys = (inboxId: string) =>
  [
    `${PAID}${inboxId}`,
    `paidReplyChoice_${inboxId}`,
    `paidReplyWriting_${inboxId}`,
    `paidReplyDeclaration_${inboxId}`,
  ] as const;

/** The key of the text of an improved answer. */
export const improvedDraftKey = (inboxId: string): string => IMPROVED + inboxId;

/** Whether this device has the text of an answer that somebody began to write. */
export const hasBegunAnswers = (): boolean =>
  deviceStorage.keys().some((key) => key.startsWith(PAID) || key.startsWith(IMPROVED));
