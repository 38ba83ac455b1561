import * as z from 'zod';
import { createInboxMessage, createOrderMessage } from '../../../shared/api/conversations.ts';
import type { Side } from '../../../shared/rules/conversations/conversations.ts';
import { DAY } from '../../../shared/time.ts';
import { call, isRefusal } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { inTurn } from '../api/in-turn.ts';
import { readSession } from '../api/session.ts';
import { keptList, useKeptList } from './kept-list.ts';
import { PENDING_REPLIES_KEY } from './pending-replies-key.ts';
import { refreshThread } from './refresh-thread.ts';

/*
 * Free replies on their way. A reply stands in the thread from the moment it is sent, and in the browser's storage until
 * its outcome is known. Its id is the Idempotency-Key of its request: sent again, a reply that had arrived is answered
 * with the message that is there.
 */

const pendingReply = z.object({
  /** Names it here, and is its Idempotency-Key. */
  localId: z.string(),
  conversationId: z.string(),
  /** Whose reply it is: another person may sign in on the same phone. */
  writerId: z.string(),
  side: z.enum(['sender', 'recipient']),
  body: z.string(),
  at: z.number(),
  state: z.enum(['sending', 'failed']),
  /** Why it failed, for the person. */
  sentence: z.string().optional(),
  /** It failed without a word from the server about it, perhaps because its page ended: it may have arrived. */
  unconfirmed: z.boolean().optional(),
});

export type PendingReply = z.infer<typeof pendingReply>;

/** The server knows a key for 30 days; a reply older than this waits for its writer. */
const RESUMED_FOR = 29 * DAY;

const kept = keptList(PENDING_REPLIES_KEY, pendingReply);

/** The replies that this page is sending. */
const underWay = new Set<string>();

/** The replies of all conversations that are not known to have arrived. */
export const usePendingReplies = (): readonly PendingReply[] => useKeptList(kept);

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

/** Sends a failed reply again, under the same key. */
export function retryReply({ localId }: PendingReply): Promise<void> {
  mark(localId, { state: 'sending', sentence: undefined, unconfirmed: undefined });
  return deliver(localId);
}

/**
 * Sends the replies of the signed-in person again whose outcome is unknown: their page went away, or the server could
 * not be reached. A reply that the server refused stays refused. Resolves when each arrived or failed.
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
  // A page that comes back from the browser's cache, or whose reply another tab was sending when it was closed.
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void resumeReplies();
  });
}

export function discardReply(localId: string): void {
  kept.change((replies) => replies.filter((reply) => reply.localId !== localId));
}

async function deliver(localId: string): Promise<void> {
  if (underWay.has(localId)) return;
  underWay.add(localId);
  try {
    await inTurn(`reply-${localId}`, () => deliverInTurn(localId));
  } finally {
    underWay.delete(localId);
  }
}

async function deliverInTurn(localId: string): Promise<void> {
  // Another tab may have delivered it while this one waited for its turn.
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

/** After these refusals nobody knows whether an earlier try arrived. */
const TELLS_NOTHING = ['UNAVAILABLE', 'INTERNAL', 'UNAUTHENTICATED', 'TOO_MANY_REQUESTS'] as const;

function failure(error: unknown): Partial<PendingReply> {
  return {
    state: 'failed',
    sentence: isRefusal(error) ? error.message : 'Error processing reply',
    unconfirmed: !isRefusal(error) || isRefusal(error, ...TELLS_NOTHING),
  };
}

function mark(localId: string, changes: Partial<PendingReply>): void {
  kept.change((replies) =>
    replies.map((reply) => (reply.localId === localId ? { ...reply, ...changes } : reply)),
  );
}
