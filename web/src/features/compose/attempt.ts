import * as z from 'zod';
import type { Cents } from '../../../../shared/money.ts';

/*
 * One attempt to pay: what is asked for, and the Idempotency-Key that makes asking twice the same as asking once. It is
 * kept in the browser until its answer is known, so that a double tap, a reload or a lost reply makes one charge.
 */

/** Followed by the recipient's id: two tabs may pay for two letters. */
const STORAGE_KEY = 'createInbox_attempt';
const keyFor = (recipientId: string) => `${STORAGE_KEY}:${recipientId}`;

const order = z.object({
  recipientId: z.string(),
  messageSubject: z.string(),
  messageText: z.string(),
  /** The draft that is sent, as the version that was shown. */
  draftId: z.string().optional(),
  draftVersion: z.int().optional(),
  price: z.custom<Cents>((value) => Number.isSafeInteger(value)),
  /** Absent when the card on file pays. */
  newCard: z.object({ paymentMethodId: z.string(), creditCardName: z.string() }).optional(),
});

const attempt = z.object({
  key: z.string(),
  order,
  /** The new card as the screen names it. */
  card: z.object({ cardBrand: z.string(), cardLastFour: z.string() }).optional(),
  /** The bank wants the sender to confirm; what the browser needs to go on with that. */
  bank: z.object({ inboxId: z.string(), clientSecret: z.string() }).optional(),
});

export type Order = z.output<typeof order>;
export type Attempt = z.output<typeof attempt>;

/** The attempt for this order: the one under way when it asks for the same, else a new one with a new key. */
export function attemptFor(wanted: Order, card: Attempt['card']): Attempt {
  const kept = attemptTo(wanted.recipientId);
  if (kept && sameOrder(kept.order, wanted)) return kept;
  const fresh = { key: crypto.randomUUID(), order: wanted, card };
  keepAttempt(fresh);
  return fresh;
}

/** The attempt whose answer is not known, if it is for this message to this person. */
export function unansweredAttempt(wanted: Written): Attempt | undefined {
  const kept = attemptTo(wanted.recipientId);
  return kept && sameMessage(kept.order, wanted) ? kept : undefined;
}

/** The attempt to pay for a message to this person whose answer is not known. */
export function attemptTo(recipientId: string): Attempt | undefined {
  return readStored(keyFor(recipientId));
}

export function keepAttempt(kept: Attempt): void {
  try {
    localStorage.setItem(keyFor(kept.order.recipientId), JSON.stringify(kept));
  } catch {
    // Without storage a reload starts a new attempt; the server's lock still allows one order only.
  }
}

/** The attempt is answered: paid, or refused with nothing charged. */
export function forgetAttempt(recipientId: string): void {
  localStorage.removeItem(keyFor(recipientId));
}

export function sameOrder(one: Order, other: Order): boolean {
  return (
    sameMessage(one, other) &&
    one.draftId === other.draftId &&
    one.draftVersion === other.draftVersion &&
    one.price === other.price &&
    one.newCard?.paymentMethodId === other.newCard?.paymentMethodId &&
    one.newCard?.creditCardName === other.newCard?.creditCardName
  );
}

type Written = Pick<Order, 'recipientId' | 'messageSubject' | 'messageText'>;

function sameMessage(one: Written, other: Written): boolean {
  return (
    one.recipientId === other.recipientId &&
    one.messageSubject === other.messageSubject &&
    one.messageText === other.messageText
  );
}

function readStored(key: string): Attempt | undefined {
  try {
    return attempt.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
