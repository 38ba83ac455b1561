import * as z from 'zod/mini';
import { viewDashboardStats } from '../../../../../shared/api/accounts.ts';
import { createInboxMessage } from '../../../../../shared/api/conversation-messages.ts';
import { viewAccountBalance } from '../../../../../shared/api/ledger.ts';
import { DECLARATIONS } from '../../../../../shared/rules/conversations/written-by.ts';
import { call, isRefusal, OUTCOME_UNKNOWN } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { withLock } from '../../../api/lock.ts';
import { UNSENT_ANSWERS_KEY } from '../../../api/outbox-keys.ts';
import { keyPlace, sendOnce } from '../../../api/send-once.ts';
import { readSession } from '../../../api/session.ts';
import { deviceStorage } from '../../../api/storage.ts';
import { storedList, useStoredList } from '../../../api/stored-list.ts';
import { toast } from '../../../ui/Toast.tsx';
import { changeThread } from '../thread/refresh-thread.ts';
import { answerDraftKeys } from './answer-drafts.ts';

/*
 * The outbox of paid answers: those that were sent without a connection, in local storage until the server has them. Each keeps the
 * Idempotency-Key that was made then, so it arrives once however often it is sent. The drafts of an answer stay until it
 * has arrived. docs/product/conversations.md#answers-without-a-connection
 */

const unsentAnswer = z.object({
  inboxId: z.string(),
  /** Another user may sign in on the same device. */
  writerId: z.string(),
  /** The Idempotency-Key. */
  key: z.string(),
  /** The first name of the sender of the message. */
  name: z.string(),
  at: z.number(),
  answer: z.object({
    messageBody: z.string(),
    conversationStatus: z.enum(['OPEN', 'COMPLETED']),
    declaration: z.optional(z.enum(DECLARATIONS)),
    typedCharacters: z.optional(z.number()),
    pastedCharacters: z.optional(z.number()),
    writingMinutes: z.optional(z.number()),
  }),
  /** `refused`: the server does not have it and will not accept it unchanged. */
  state: z.enum(['waiting', 'refused']),
  /** Why it was refused. */
  sentence: z.optional(z.string()),
});

export type UnsentAnswer = z.infer<typeof unsentAnswer>;

const kept = storedList(UNSENT_ANSWERS_KEY, unsentAnswer);
/** The messages whose answers this page has sent from the outbox. */
const sent = new Set<string>();

/** Whether the answer to this message was sent from the outbox by this page. */
export const wasSent = (inboxId: string): boolean => sent.has(inboxId);

/** The unsent answers of the signed-in user, the oldest first. */
export function useUnsentAnswers(): readonly UnsentAnswer[] {
  const writerId = readSession()?.userId;
  return useStoredList(kept).filter((answer) => answer.writerId === writerId);
}

export type NewUnsentAnswer = Pick<UnsentAnswer, 'inboxId' | 'key' | 'name' | 'answer'>;

/** Puts an answer into the outbox, in place of an earlier one to the same message. */
export function keepUnsent(answer: NewUnsentAnswer): void {
  const writerId = readSession()?.userId ?? '';
  sent.delete(answer.inboxId);
  kept.change((answers) => [
    ...answers.filter(({ inboxId }) => inboxId !== answer.inboxId),
    { ...answer, writerId, at: serverNow(), state: 'waiting' },
  ]);
}

/** Takes an answer out of the outbox. Its text stays in the form. */
export function takeBack(inboxId: string): void {
  kept.change((answers) => answers.filter((answer) => answer.inboxId !== inboxId));
}

/** Sends the waiting answers of the signed-in user, one after the other. Refused ones stay refused. Never rejects. */
export function sendUnsentAnswers(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

/** Set while this page sends. */
let sending: Promise<void> | undefined;

async function sendAll(): Promise<void> {
  for (const { inboxId } of waiting()) {
    if (!navigator.onLine) return;
    await withLock(`unsent-answer-${inboxId}`, () => deliver(inboxId));
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void sendUnsentAnswers());
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendUnsentAnswers();
  });
}

function waiting(): readonly UnsentAnswer[] {
  const writerId = readSession()?.userId;
  return kept.read().filter((one) => one.state === 'waiting' && one.writerId === writerId);
}

async function deliver(inboxId: string): Promise<void> {
  // Another tab may have sent it while this one waited for the lock.
  const unsent = waiting().find((answer) => answer.inboxId === inboxId);
  if (!unsent) return;
  const { answer, key, name } = unsent;
  const drafts = answerDraftKeys(inboxId);
  const { forget } = keyPlace(drafts[0]);
  const once = sendOnce({ read: () => key, keep: () => undefined, forget });
  const message = { ...answer, inboxId, messageKind: 'PAID_RESPONSE' } as const;
  try {
    await changeThread(
      'recipient',
      () => once.send((options) => call(createInboxMessage, message, options)),
      viewDashboardStats,
      viewAccountBalance,
    );
  } catch (fault) {
    // The same answer can still arrive.
    if (!isRefusal(fault) || OUTCOME_UNKNOWN.includes(fault.code)) return;
    refuse(inboxId, fault.message);
    toast.error(`Your answer to ${name} was not sent. ${fault.message}`);
    return;
  }
  sent.add(inboxId);
  for (const draft of drafts) deviceStorage.removeItem(draft);
  takeBack(inboxId);
  toast.success(`Your answer to ${name} was sent`);
}

function refuse(inboxId: string, sentence: string): void {
  kept.change((answers) =>
    answers.map((answer) =>
      answer.inboxId === inboxId ? { ...answer, state: 'refused', sentence } : answer,
    ),
  );
}
