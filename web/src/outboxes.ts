import { OUTBOX_KEY } from './features/chat/outbox-key.ts';
import { UNSENT_ANSWERS_KEY } from './features/conversations/answers/unsent-answers-key.ts';
import { PENDING_REPLIES_KEY } from './features/conversations/thread/pending-replies-key.ts';

/** The outboxes of this device: the key in local storage, which exists while something is not sent; and what sends it. */
const OUTBOXES: readonly (readonly [key: string, send: () => Promise<void>])[] = [
  [OUTBOX_KEY, async () => (await import('./features/chat/outbox.ts')).sendOutbox()],
  [
    PENDING_REPLIES_KEY,
    async () =>
      (await import('./features/conversations/thread/pending-replies.ts')).resumeReplies(),
  ],
  [
    UNSENT_ANSWERS_KEY,
    async () =>
      (await import('./features/conversations/answers/unsent-answers.ts')).sendUnsentAnswers(),
  ],
];

const unsent = () => OUTBOXES.filter(([key]) => localStorage.getItem(key) !== null);

/** Whether this device has answers or messages that are not sent yet. */
export const hasUnsent = (): boolean => unsent().length > 0;

/** The drafts of paid and of improved answers, which are on this device only. */
const ANSWER_DRAFT = /^(paidReply|improveAnswer)_/;

/** Whether this device has answers that somebody began to write. */
export const hasBegunAnswers = (): boolean =>
  Object.keys(localStorage).some((key) => ANSWER_DRAFT.test(key));

/** Sends what an earlier visit could not. Each arrives once, because it has its Idempotency-Key. */
export function sendUnsent(): void {
  // The screen of each sends too, if its code does not load now.
  for (const [, send] of unsent()) send().catch(() => undefined);
}
