import * as z from 'zod';
import { createInboxMessage, createOrderMessage } from '../../../shared/api/conversations.ts';
import type { Side } from '../../../shared/rules/conversations.ts';
import { call, isRefusal } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptList, useKeptList } from './kept-list.ts';

/*
 * Free replies on their way. A reply stands in the thread from the moment it is sent; one that failed stays there, in the
 * browser's storage too, with its own way to try again.
 */

const STORAGE_KEY = 'unsentReplies';

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
});

export type PendingReply = z.infer<typeof pendingReply>;

const kept = keptList(STORAGE_KEY, pendingReply);

/** What this page is sending: what else is marked so did not get an answer before its page went away. */
const underWay = new Set<string>();

/** The replies of all conversations that are not known to have arrived. */
export function usePendingReplies(): readonly PendingReply[] {
  return useKeptList(kept).map((reply) =>
    reply.state === 'failed' || underWay.has(reply.localId)
      ? reply
      : { ...reply, state: 'failed' as const },
  );
}

export type NewReply = {
  readonly conversationId: string;
  readonly writerId: string;
  readonly side: Side;
  readonly body: string;
};

/** Sends a reply; it shows at once. Resolves when it arrived or failed, never rejects. `arrived` reloads the thread. */
export function sendReply(reply: NewReply, arrived: () => Promise<unknown>): Promise<void> {
  const now = serverNow();
  const pending: PendingReply = {
    ...reply,
    localId: crypto.randomUUID(),
    at: now,
    state: 'sending',
  };
  underWay.add(pending.localId);
  kept.change((replies) => [...replies, pending]);
  return deliver(pending, arrived);
}

/** Tries a failed reply again. One that arrived before, its answer lost on the way, is answered as the first time. */
export function retryReply(reply: PendingReply, arrived: () => Promise<unknown>): Promise<void> {
  const again = { ...reply, state: 'sending' as const };
  underWay.add(reply.localId);
  kept.change((replies) =>
    replies.map((other) => (other.localId === reply.localId ? again : other)),
  );
  return deliver(again, arrived);
}

/**
 * Sends again what a page was sending when it went away: whether it had arrived nobody saw, and its key makes that the
 * same.
 */
export function resumeReplies(
  { conversationId, writerId }: Pick<PendingReply, 'conversationId' | 'writerId'>,
  arrived: () => Promise<unknown>,
): void {
  for (const reply of kept.read()) {
    const isTheirs = reply.conversationId === conversationId && reply.writerId === writerId;
    if (isTheirs && reply.state === 'sending' && !underWay.has(reply.localId))
      void retryReply(reply, arrived);
  }
}

export function discardReply(localId: string): void {
  underWay.delete(localId);
  kept.change((replies) => replies.filter((reply) => reply.localId !== localId));
}

async function deliver(reply: PendingReply, arrived: () => Promise<unknown>): Promise<void> {
  const { conversationId, localId: idempotencyKey } = reply;
  const words = { conversationStatus: 'OPEN', messageBody: reply.body } as const;
  try {
    if (reply.side === 'sender') {
      await call(createOrderMessage, { orderId: conversationId, ...words }, { idempotencyKey });
    } else {
      const input = { inboxId: conversationId, ...words, messageKind: 'REPLY' } as const;
      await call(createInboxMessage, input, { idempotencyKey });
    }
  } catch (error) {
    return fail(reply.localId, error);
  }
  await arrived().catch(() => undefined);
  discardReply(reply.localId);
}

function fail(localId: string, error: unknown): void {
  const sentence = isRefusal(error) ? error.message : 'Error processing reply';
  underWay.delete(localId);
  kept.change((replies) =>
    replies.map((reply) =>
      reply.localId === localId ? { ...reply, state: 'failed', sentence } : reply,
    ),
  );
}
