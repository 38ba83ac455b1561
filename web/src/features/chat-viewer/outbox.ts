import * as z from 'zod';
import { createChatMessage, viewChat, viewChatList } from '../../../../shared/api/chat.ts';
import { call, isRefusal } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { inTurn } from '../../api/in-turn.ts';
import { refresh } from '../../api/queries.ts';
import { readSession } from '../../api/session.ts';
import { keptList, useKeptList } from '../../conversation/kept-list.ts';
import { OUTBOX_KEY } from './outbox-key.ts';
import { keepOwn } from './room-query.ts';

/*
 * Chat messages on their way, in the browser's storage until the server has them. Those of a chat go out one after the
 * other, in the order they were written; one that fails holds back those behind it until it is tried again or
 * discarded. Each carries its own id as the key of its request, so that it arrives once however often it is sent.
 */

const outgoing = z.object({
  localId: z.string(),
  chatId: z.string(),
  /** Another person may sign in on the same phone. */
  writerId: z.string(),
  html: z.string(),
  at: z.number(),
  /** `waiting`: goes out as soon as it can. */
  state: z.enum(['waiting', 'failed']),
  /** It was sent once; whether it arrived is not known. */
  tried: z.boolean(),
  /** Why it failed, for the person. */
  sentence: z.string().optional(),
  /** It failed on the way, perhaps because its page ended: the next visit tries it again by itself. */
  passing: z.boolean().optional(),
});

export type Outgoing = z.infer<typeof outgoing>;

const kept = keptList(OUTBOX_KEY, outgoing);
/** The chats whose messages this page is sending. */
const delivering = new Set<string>();
/** Messages that came as the answer to sending them. */
const answered = new Set<string>();

export const wasAnswered = (messageId: string): boolean => answered.has(messageId);

/** What the viewer wrote in this chat and the server is not known to have, oldest first. */
export function useOutbox(chatId: string, writerId: string): readonly Outgoing[] {
  return useKeptList(kept).filter(
    (message) => message.chatId === chatId && message.writerId === writerId,
  );
}

/** Writes a message; it is kept before it is sent. */
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

/** Tries a failed message again, and with it those that wait behind it. */
export function retryMessage({ localId, chatId }: Outgoing): void {
  mark(localId, { state: 'waiting', sentence: undefined });
  void deliver(chatId);
}

export function discardMessage({ localId, chatId }: Outgoing): void {
  remove(localId);
  void deliver(chatId);
}

/** Nothing can be said in this chat any more. */
export function discardAll(chatId: string): void {
  kept.change((messages) => messages.filter((message) => message.chatId !== chatId));
}

/**
 * Sends what was kept when the page went away, or while nothing could be reached. What was refused stays refused.
 * Resolves when each chat is done.
 */
export async function sendKept(): Promise<void> {
  for (const { localId, state, passing } of ownMessages()) {
    if (state === 'failed' && passing) mark(localId, { state: 'waiting', sentence: undefined });
  }
  const chats = new Set(ownMessages().map(({ chatId }) => chatId));
  await Promise.all([...chats].map(deliver));
}

if (typeof window !== 'undefined') window.addEventListener('online', () => void sendKept());

/** Resolves when the chat has nothing to send, or cannot go on for now. */
async function deliver(chatId: string): Promise<void> {
  if (delivering.has(chatId)) return;
  delivering.add(chatId);
  let done = false;
  try {
    done = await inTurn(`chat-outbox-${chatId}`, () => deliverAll(chatId));
  } finally {
    delivering.delete(chatId);
  }
  // Something may have been written while the turn was given back.
  if (done && nextOf(chatId)) await deliver(chatId);
}

/** Whether all were sent; otherwise something holds the rest back. */
async function deliverAll(chatId: string): Promise<boolean> {
  for (let next = nextOf(chatId); next; next = nextOf(chatId)) {
    if (!navigator.onLine) return false;
    mark(next.localId, { tried: true });
    try {
      const { data } = await call(
        createChatMessage,
        { chatId, messageText: next.html },
        { idempotencyKey: next.localId },
      );
      for (const message of data) {
        answered.add(message.id);
        keepOwn(chatId, message);
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

function fail({ localId }: Outgoing, error: unknown): void {
  // Without internet, or without a session, it waits for it: nothing is wrong with the message.
  if (!navigator.onLine || isRefusal(error, 'UNAUTHENTICATED')) return;
  const sentence = isRefusal(error) ? error.message : undefined;
  const passing = !isRefusal(error) || isRefusal(error, 'UNAVAILABLE', 'INTERNAL');
  mark(localId, { state: 'failed', sentence, passing });
  if (isRefusal(error, 'FORBIDDEN', 'WRONG_STATUS', 'NOT_FOUND')) void refresh(viewChat);
}

const ownMessages = () => kept.read().filter(({ writerId }) => writerId === readSession()?.userId);

/** The oldest of a chat, where nothing holds it back. */
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
