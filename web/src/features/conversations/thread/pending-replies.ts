import * as z from 'zod/mini';
import {
  createInboxMessage,
  createOrderMessage,
} from '../../../../../shared/api/conversation-messages.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { DAY } from '../../../../../shared/time.ts';
import { call, isRefusal, LostResponse, OUTCOME_UNKNOWN } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { withLock } from '../../../api/lock.ts';
import { PENDING_REPLIES_KEY } from '../../../api/outbox-keys.ts';
import { readSession } from '../../../api/session.ts';
import { storedList, useStoredList } from '../../../api/stored-list.ts';
import { failedBecause } from '../../../forms/submission.ts';
import { refreshThread } from './refresh-thread.ts';

/*
 * Free replies that are being sent. A reply is in the thread from the moment it is sent, and in local storage until
 * its outcome is known. Its id is its Idempotency-Key: if it is sent again after it arrived, the server returns the
 * stored message.
 */

const pendingReply = z.object({
  /** The id of the reply on this device, and its Idempotency-Key. */
  localId: z.string(),
  conversationId: z.string(),
  /** The writer: another user may sign in on the same device. */
  writerId: z.string(),
  side: z.enum(['sender', 'recipient']),
  body: z.string(),
  at: z.number(),
  state: z.enum(['sending', 'failed']),
  /** The error for the user, if it failed. */
  sentence: z.optional(z.string()),
  /** It failed without a response from the server, perhaps because the page was closed: it may have arrived. */
  unconfirmed: z.optional(z.boolean()),
});

export type PendingReply = z.infer<typeof pendingReply>;

/** The server remembers a key for 30 days; an older reply is not retried automatically. */
const RESUMED_FOR = 29 * DAY;

const kept = storedList(PENDING_REPLIES_KEY, pendingReply);

/** The replies that this page is sending. */
const underWay = new Set<string>();

/** The pending replies of all conversations. */
export const usePendingReplies = (): readonly PendingReply[] => useStoredList(kept);

export type NewReply = {
  readonly conversationId: string;
  readonly writerId: string;
  readonly side: Side;
  readonly body: string;
};

/** Sends a reply, which shows at once. Resolves when it arrived or failed, never rejects. */
export function sendReply(reply: NewReply): Promise<void> {
  const localId = crypto.randomUUID();
  const pending: PendingReply = { ...reply, localId, at: serverNow(), state: 'sending' };
  kept.change((replies) => [...replies, pending]);
  return deliver(localId);
}

/** Sends a failed reply again, with the same key. */
export function retryReply({ localId }: PendingReply): Promise<void> {
  mark(localId, { state: 'sending', sentence: undefined, unconfirmed: undefined });
  return deliver(localId);
}

/**
 * Retries the viewer's replies whose outcome is unknown: the page was closed, or the server unreachable. Refused
 * replies stay refused. Resolves when each has arrived or failed.
 */
export async function resumeReplies(): Promise<void> {
  const writerId = readSession()?.userId;
  const unknown = kept
    .read()
    .filter(
      (reply) =>
        reply.writerId === writerId &&
        (reply.state === 'sending' || reply.unconfirmed) &&
        serverNow() - reply.at < RESUMED_FOR &&
        !underWay.has(reply.localId),
    );
  await Promise.all(unknown.map(retryReply));
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void resumeReplies());
  // For pages restored from the browser's cache, and for replies that a closed tab was sending.
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void resumeReplies();
  });
}

/** Whether a reply of this conversation is being sent. */
export const isSending = (id: string): boolean =>
  kept.read().some(({ conversationId, state }) => conversationId === id && state === 'sending');

export function discardReply(localId: string): void {
  kept.change((replies) => replies.filter((reply) => reply.localId !== localId));
}

async function deliver(localId: string): Promise<void> {
  if (underWay.has(localId)) return;
  underWay.add(localId);
  try {
    await withLock(`reply-${localId}`, () => deliverInTurn(localId));
  } finally {
    underWay.delete(localId);
  }
}

async function deliverInTurn(localId: string): Promise<void> {
  // Another tab may have sent it while this one waited for the lock.
  const reply = kept.read().find((other) => other.localId === localId);
  if (!reply) return;
  const { conversationId, side, body } = reply;
  const words = { conversationStatus: 'OPEN', messageBody: body } as const;
  const options = { idempotencyKey: localId };
  try {
    if (side === 'sender') {
      await call(createOrderMessage, { orderId: conversationId, ...words }, options);
    } else {
      const input = { inboxId: conversationId, ...words, messageKind: 'REPLY' } as const;
      await call(createInboxMessage, input, options);
    }
  } catch (error) {
    return mark(localId, failure(error));
  }
  await refreshThread(side).catch(() => undefined);
  discardReply(localId);
}

export const REPLY_FAILED = 'Error processing reply';

function failure(error: unknown): Partial<PendingReply> {
  // The thread itself says that an unconfirmed reply may have arrived.
  const isRefused = isRefusal(error) && !(error instanceof LostResponse);
  return {
    state: 'failed',
    sentence: isRefused ? failedBecause(REPLY_FAILED, error.message) : REPLY_FAILED,
    unconfirmed: !isRefusal(error) || isRefusal(error, ...OUTCOME_UNKNOWN),
  };
}

function mark(localId: string, changes: Partial<PendingReply>): void {
  kept.change((replies) =>
    replies.map((reply) => (reply.localId === localId ? { ...reply, ...changes } : reply)),
  );
}
