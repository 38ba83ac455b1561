import { invalidInput } from '../../shared/refusals.ts';
import type { Conversation } from '../../shared/rules/course.ts';
import type { Instant } from '../../shared/time.ts';
import { conversationById } from '../storage/conversations.ts';
import type { Message } from '../storage/messages.ts';
import { type Request, requestOf } from '../storage/requests.ts';
import type { TableReader } from '../storage/table.ts';

/* What every way to begin a conversation shares, whether or not it is paid for; and a chat, where it takes a key. */

/** An Idempotency-Key is the caller's own text; it becomes part of a key of the table. */
export function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return undefined;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw badKey('The Idempotency-Key must be at most 200 letters, digits and signs.');
}

const badKey = (sentence: string) => invalidInput({ 'Idempotency-Key': sentence });

/** The conversation that the same request made before, unless it came to nothing. Refuses a key that asked for another. */
export async function begunBefore(
  { table, now }: { readonly table: TableReader; readonly now: Instant },
  request: {
    readonly senderId: string;
    readonly key: string | undefined;
    readonly fingerprint: string;
  },
): Promise<Conversation | undefined> {
  const { senderId, key, fingerprint } = request;
  const kept = key ? await requestOf(table, senderId, key, now) : undefined;
  if (!kept) return undefined;
  refuseAnother(kept, fingerprint);
  return conversationById(table, kept.made, now);
}

/** Refuses a key that asked for something else. */
export function refuseAnother(kept: Pick<Request, 'fingerprint'>, fingerprint: string): void {
  if (kept.fingerprint !== fingerprint)
    throw badKey('This Idempotency-Key was used for another message.');
}

/** The message a conversation begins with; `body` is sanitised HTML. */
export function questionOf(
  { id, questionId, sender, createdAt }: Conversation,
  body: string,
): Message {
  return {
    id: questionId,
    kind: 'QUESTION',
    conversationId: id,
    senderId: sender.id,
    body,
    sentAt: createdAt,
  };
}
