import { OUTBOX_KEY, PENDING_REPLIES_KEY, UNSENT_ANSWERS_KEY } from './api/outbox-keys.ts';
import { deviceStorage } from './api/storage.ts';

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

const unsent = () => OUTBOXES.filter(([key]) => deviceStorage.getItem(key) !== null);

/** Whether this device has answers or messages that are not sent yet. */
export const hasUnsent = (): boolean => unsent().length > 0;

/** Sends what an earlier visit could not. Each arrives once, because it has its Idempotency-Key. */
export function sendUnsent(): void {
  // The screen of each sends too, if its code does not load now.
  for (const [, send] of unsent()) send().catch(() => undefined);
}
