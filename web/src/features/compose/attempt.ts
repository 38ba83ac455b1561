import * as z from 'zod';
import type { Cents } from '../../../../shared/money.ts';

/*
 * One attempt to pay: what is asked for, and the Idempotency-Key that makes asking twice the same as asking once. It is
 * kept in the browser until its answer is known, so that a double tap, a reload or a lost reply makes one charge.
 */

const STORAGE_KEY = 'createInbox_attempt';

const order = z.object({
  recipientId: z.string(),
  messageSubject: z.string(),
  messageText: z.string(),
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
  const kept = readStored();
  if (kept && sameOrder(kept.order, wanted)) return kept;
  const fresh = { key: crypto.randomUUID(), order: wanted, card };
  keepAttempt(fresh);
  return fresh;
}

/** The attempt whose answer is not known, if it is for this message to this person. */
export function unansweredAttempt(
  wanted: Pick<Order, 'recipientId' | 'messageSubject' | 'messageText'>,
): Attempt | undefined {
  const kept = readStored();
  return kept && sameMessage(kept.order, wanted) ? kept : undefined;
}

export function keepAttempt(kept: Attempt): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // Without storage a reload starts a new attempt; the server's lock still allows one order only.
  }
}

/** The attempt is answered: paid, or refused with nothing charged. */
export function forgetAttempt(): void {
  localStorage.removeItem(STORAGE_KEY);
}

export function sameOrder(one: Order, other: Order): boolean {
  return (
    sameMessage(one, other) &&
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

function readStored(): Attempt | undefined {
  try {
    return attempt.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
