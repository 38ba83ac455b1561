import * as z from 'zod';
import { createInboxMessage, createOrderMessage } from '../../../shared/api/conversations.ts';
import type { Side } from '../../../shared/rules/conversations.ts';
import { plainText } from '../../../shared/rules/conversations.ts';
import { call, isRefusal } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptList, useKeptList } from './kept-list.ts';

/*
 * Free replies on their way. A reply stands in the thread from the moment it is sent; one that failed stays there, in the
 * browser's storage too, with its own way to try again.
 */

const STORAGE_KEY = 'unsentReplies';

const pendingReply = z.object({
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
    localId: `${reply.conversationId}-${now}`,
    at: now,
    state: 'sending',
  };
  underWay.add(pending.localId);
  kept.change((replies) => [...replies, pending]);
  return deliver(pending, arrived);
}

/**
 * Tries a failed reply again. `delivered` says whether the thread has it after all (its answer was lost on the way),
 * so that nothing is said twice.
 */
export async function retryReply(
  reply: PendingReply,
  delivered: (reply: PendingReply) => Promise<boolean>,
  arrived: () => Promise<unknown>,
): Promise<void> {
  const again = { ...reply, state: 'sending' as const };
  underWay.add(reply.localId);
  kept.change((replies) =>
    replies.map((other) => (other.localId === reply.localId ? again : other)),
  );
  try {
    if (await delivered(reply)) return discardReply(reply.localId);
  } catch (error) {
    return fail(reply.localId, error);
  }
  return deliver(again, arrived);
}

export function discardReply(localId: string): void {
  underWay.delete(localId);
  kept.change((replies) => replies.filter((reply) => reply.localId !== localId));
}

async function deliver(reply: PendingReply, arrived: () => Promise<unknown>): Promise<void> {
  const words = { conversationStatus: 'OPEN', messageBody: reply.body } as const;
  try {
    if (reply.side === 'sender') {
      await call(createOrderMessage, { orderId: reply.conversationId, ...words });
    } else {
      await call(createInboxMessage, { inboxId: reply.conversationId, ...words });
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

/** Whether one of these messages, all by the writer, is this reply. The server may have tidied its HTML. */
export function isAmong(
  reply: Pick<PendingReply, 'body' | 'at'>,
  messages: readonly { readonly body: string; readonly dateTimeSent: number }[],
): boolean {
  const text = plainText(reply.body);
  return messages.some(
    (message) => message.dateTimeSent >= reply.at - 60_000 && plainText(message.body) === text,
  );
}
