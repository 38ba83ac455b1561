import * as z from 'zod/mini';
import { viewChat, viewChatList } from '../../../../shared/api/chat.ts';
import { createChatMessage } from '../../../../shared/api/chat-messages.ts';
import { call, isRefusal } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { withLock } from '../../api/lock.ts';
import { OUTBOX_KEY } from '../../api/outbox-keys.ts';
import { refresh } from '../../api/queries.ts';
import { readSession } from '../../api/session.ts';
import { storedList, useStoredList } from '../../api/stored-list.ts';
import { addOwnMessage } from './room-query.ts';

/*
 * The outbox of chat messages, in local storage until the server has them. The messages of a chat are sent one after
 * the other, in order; a failed one holds back those behind it until it is retried or discarded. Each uses its own id
 * as the idempotency key, so it arrives once however often it is sent.
 */

const outgoing = z.object({
  localId: z.string(),
  chatId: z.string(),
  /** Another user may sign in on the same device. */
  writerId: z.string(),
  html: z.string(),
  at: z.number(),
  /** `waiting`: is sent as soon as possible. */
  state: z.enum(['waiting', 'failed']),
  /** It was sent at least once, and nobody knows whether it arrived. */
  tried: z.boolean(),
  /** The error for the user, if it failed. */
  sentence: z.optional(z.string()),
  /** It failed in transit, perhaps because the page was closed: the next visit retries it. */
  passing: z.optional(z.boolean()),
});

export type Outgoing = z.infer<typeof outgoing>;

const kept = storedList(OUTBOX_KEY, outgoing);
/** The chats whose messages this page is sending. */
const delivering = new Set<string>();
/** The ids of messages that the server returned in the response to sending them. */
const answered = new Set<string>();

export const wasAnswered = (messageId: string): boolean => answered.has(messageId);

/** The viewer's unsent messages of a chat, oldest first. */
export function useOutbox(chatId: string, writerId: string): readonly Outgoing[] {
  return useStoredList(kept).filter(
    (message) => message.chatId === chatId && message.writerId === writerId,
  );
}

/** Adds a message to the outbox and sends it. */
export function sendChatMessage(chatId: string, writerId: string, html: string): void {
  const message: Outgoing = {
    localId: crypto.randomUUID(),
    chatId,
    writerId,
    html,
    at: serverNow(),
    state: 'waiting',
    tried: false,
  };
  kept.change((messages) => [...messages, message]);
  void deliver(chatId);
}

/** Retries a failed message, and then those behind it. */
export function retryMessage({ localId, chatId }: Outgoing): void {
  mark(localId, { state: 'waiting', sentence: undefined });
  void deliver(chatId);
}

export function discardMessage({ localId, chatId }: Outgoing): void {
  remove(localId);
  void deliver(chatId);
}

/** Discards all unsent messages of a chat in which nothing can be written any more. */
export function discardAll(chatId: string): void {
  kept.change((messages) => messages.filter((message) => message.chatId !== chatId));
}

/**
 * Sends messages that were left when the page was closed or offline. Refused ones stay refused. Resolves when every
 * chat is done.
 */
export async function sendOutbox(): Promise<void> {
  for (const { localId, state, passing } of ownMessages()) {
    if (state === 'failed' && passing) mark(localId, { state: 'waiting', sentence: undefined });
  }
  const chats = new Set(ownMessages().map(({ chatId }) => chatId));
  await Promise.all([...chats].map(deliver));
}

if (typeof window !== 'undefined') window.addEventListener('online', () => void sendOutbox());

/** Sends the messages of a chat. Resolves when none are left or it cannot go on for now. */
async function deliver(chatId: string): Promise<void> {
  if (delivering.has(chatId)) return;
  delivering.add(chatId);
  let done = false;
  try {
    done = await withLock(`chat-outbox-${chatId}`, () => deliverAll(chatId));
  } finally {
    delivering.delete(chatId);
  }
  // A message may have been written while the lock was being released.
  if (done && nextOf(chatId)) await deliver(chatId);
}

/** Returns whether all were sent; otherwise something blocks the rest. */
async function deliverAll(chatId: string): Promise<boolean> {
  for (let next = nextOf(chatId); next; next = nextOf(chatId)) {
    if (!navigator.onLine) return false;
    mark(next.localId, { tried: true });
    try {
      const { data } = await send(next);
      for (const message of data) {
        answered.add(message.id);
        void addOwnMessage(chatId, message);
      }
    } catch (error) {
      fail(next, error);
      return false;
    }
    remove(next.localId);
    void refresh(viewChatList);
  }
  return true;
}

const send = ({ chatId, html, localId }: Outgoing) =>
  call(createChatMessage, { chatId, messageText: html }, { idempotencyKey: localId });

function fail({ localId }: Outgoing, error: unknown): void {
  // Offline or signed out, the message stays waiting: nothing is wrong with it.
  if (!navigator.onLine || isRefusal(error, 'UNAUTHENTICATED')) return;
  const sentence = isRefusal(error) ? error.message : undefined;
  const passing = !isRefusal(error) || isRefusal(error, 'UNAVAILABLE', 'INTERNAL');
  mark(localId, { state: 'failed', sentence, passing });
  if (isRefusal(error, 'FORBIDDEN', 'WRONG_STATUS', 'NOT_FOUND')) void refresh(viewChat);
}

const ownMessages = () => kept.read().filter(({ writerId }) => writerId === readSession()?.userId);

/** The oldest unsent message of a chat, unless a failed one blocks it. */
function nextOf(chatId: string): Outgoing | undefined {
  const first = ownMessages().find((message) => message.chatId === chatId);
  return first?.state === 'waiting' ? first : undefined;
}

function mark(localId: string, changes: Partial<Outgoing>): void {
  kept.change((messages) =>
    messages.map((message) => (message.localId === localId ? { ...message, ...changes } : message)),
  );
}

function remove(localId: string): void {
  kept.change((messages) => messages.filter((message) => message.localId !== localId));
}
