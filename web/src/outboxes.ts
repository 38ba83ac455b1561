import { OUTBOX_KEY } from './api/outbox-key.ts';
import { deviceStorage } from './api/storage.ts';

/** What sends each kind of items in the outbox. */
const SENDERS: readonly (() => Promise<() => Promise<void>>)[] = [
  async () => (await import('./features/chat/outbox.ts')).sendOutbox,
  async () => (await import('./features/conversations/thread/pending-replies.ts')).resumeReplies,
  async () =>
    (await import('./features/conversations/answers/unsent-answers.ts')).sendUnsentAnswers,
];

/** Whether this device has answers or messages that are not sent yet. */
export const hasUnsent = (): boolean => deviceStorage.getItem(OUTBOX_KEY) !== null;

/** Sends what an earlier visit could not. Each arrives once, because it has its Idempotency-Key. */
export function sendUnsent(): void {
  if (!hasUnsent()) return;
  // The screen of each sends too, if its code does not load now.
  for (const senderOf of SENDERS)
    senderOf()
      .then((send) => send())
      .catch(() => undefined);
}
