import * as z from 'zod/mini';
import { createInboxMessage, createOrderMessage } from '#shared/api/conversation-messages.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { call } from '#web/api/client.ts';
import { outboxOf, type Unsent } from '#web/api/outbox.ts';
import { refreshThread } from './refresh-thread.ts';

/* Free replies in the outbox. A reply is in the thread from the moment it is written; each is sent by itself. */

const content = z.object({
  conversationId: z.string(),
  side: z.enum(['sender', 'recipient']),
  body: z.string(),
  /** The ids of its files. */
  attachments: z.optional(z.array(z.string())),
});

export type PendingReply = Unsent & z.infer<typeof content>;

const outbox = outboxOf({
  name: 'reply',
  content,
  laneOf: ({ localId }) => localId,
  async send({ conversationId, side, body, attachments, localId }) {
    const words = { conversationStatus: 'OPEN', messageBody: body, attachments } as const;
    const options = { idempotencyKey: localId };
    if (side === 'sender') {
      await call(createOrderMessage, { orderId: conversationId, ...words }, options);
    } else {
      const input = { inboxId: conversationId, ...words, messageKind: 'REPLY' } as const;
      await call(createInboxMessage, input, options);
    }
    // The reply stays in the thread until the stored one is there.
    await refreshThread(side).catch(() => undefined);
  },
});

/** The pending replies of all conversations. */
export const usePendingReplies = outbox.use;

export type NewReply = {
  readonly conversationId: string;
  readonly writerId: string;
  readonly side: Side;
  readonly body: string;
  readonly attachments?: string[] | undefined;
};

/** Sends a reply, which shows at once. Resolves when it arrived, failed or waits, never rejects. */
export function sendReply({ writerId, ...reply }: NewReply): Promise<void> {
  const { localId } = outbox.keep(reply, { writerId });
  return outbox.deliver(localId);
}

/** Sends a failed reply again, with the same key. */
export const retryReply = outbox.retry;

/** Sends the viewer's replies that were left, or whose outcome is unknown. Refused replies stay refused. */
export const resumeReplies = outbox.resume;

/** Whether a reply of this conversation is being sent. */
export const isSending = (id: string): boolean =>
  outbox.read().some(({ conversationId, state }) => conversationId === id && state === 'waiting');

export const discardReply = (localId: string): void =>
  outbox.remove((reply) => reply.localId === localId);

export const REPLY_FAILED = 'Error processing reply';
