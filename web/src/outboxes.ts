import { BEGUN_ANSWER_KEYS } from './api/begun-answer-keys.ts';
import { OUTBOX_KEY } from './api/outbox-key.ts';
import { deviceStorage } from './api/storage.ts';

/** Loads the function that sends a kind of items in the outbox, one for each kind. */
const SENDERS: readonly (() => Promise<() => Promise<void>>)[] = [
  async () => (await import('./features/chat/outbox.ts')).sendOutbox,
  async () => (await import('./features/conversations/thread/pending-replies.ts')).resumeReplies,
  async () =>
    (await import('./features/conversations/answers/unsent-answers.ts')).sendUnsentAnswers,
];

/** Whether this device has answers or messages that are not sent yet. */
export const hasUnsent = (): boolean => deviceStorage.getItem(OUTBOX_KEY) !== null;

/** Whether this device has the text of a begun answer, which the server may lack. */
const hasBegun = (): boolean =>
  deviceStorage
    .keys()
    .some((key) => Object.values(BEGUN_ANSWER_KEYS).some((text) => key.startsWith(text)));

/**
 * Sends what an earlier visit could not, and saves the answers that it began. Each is sent once, because it has its
 * Idempotency-Key.
 */
export function sendUnsent(): void {
  if (hasBegun())
    import('./features/conversations/answers/answer-draft-sync.ts')
      .then(({ saveBegunAnswers }) => saveBegunAnswers())
      .catch(() => undefined);
  if (!hasUnsent()) return;
  // The screen of each sends too, if its code does not load now.
  for (const senderOf of SENDERS)
    senderOf()
      .then((send) => send())
      .catch(() => undefined);
}
