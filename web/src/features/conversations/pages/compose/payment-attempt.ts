import * as z from 'zod/mini';
import { namedCard } from '#shared/api/money-entities.ts';
import type { Cents } from '#shared/money.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { answersSchema, attachmentsSchema, isSameList } from '../../drafts/device-draft.ts';

/*
 * A payment attempt: the order and its Idempotency-Key, with which repeated requests charge once. The browser stores
 * it until the outcome is known, so that a double tap, a reload or a lost response makes one charge.
 */

/** Followed by the recipient's id: two tabs may pay for two messages. */
const STORAGE_KEY = 'createInbox_attempt';
const keyFor = (recipientId: string) => `${STORAGE_KEY}:${recipientId}`;

const order = z.object({
  recipientId: z.string(),
  messageSubject: z.string(),
  messageText: z.string(),
  /** Absent if the recipient asked no questions. */
  answers: z.optional(answersSchema),
  /** The ids of its files. Absent without any. */
  attachments: z.optional(attachmentsSchema),
  /** The version of the draft that was shown. */
  draftId: z.optional(z.string()),
  draftVersion: z.optional(z.int()),
  price: z.custom<Cents>((value) => Number.isSafeInteger(value)),
  /** How the sender came to the recipient's profile. A retry repeats it, like everything else. */
  via: z.optional(z.string()),
  tierId: z.optional(z.string()),
  /** Absent if the card on file pays. */
  newCard: z.optional(
    z.union([
      z.object({ paymentMethodId: z.string(), creditCardName: z.string() }),
      z.object({ paymentMethodId: z.string(), byWallet: z.literal(true) }),
    ]),
  ),
});

const attempt = z.object({
  key: z.string(),
  order,
  /** The name of the new card on the screen. */
  card: z.optional(z.object(namedCard)),
  /** Present if the bank requires authentication: what the browser needs to continue it. */
  bank: z.optional(
    z.object({
      inboxId: z.string(),
      clientSecret: z.string(),
      /** Whether the response after the bank was lost: then the server is asked before the bank. */
      isUnknown: z.optional(z.boolean()),
    }),
  ),
});

export type Order = z.output<typeof order>;
export type Attempt = z.output<typeof attempt>;

/** The attempt for an order: the current one if it has the same order, otherwise a new one with a new key. */
export function attemptFor(wanted: Order, card: Attempt['card']): Attempt {
  const kept = storedAttempt(wanted.recipientId);
  if (kept && sameOrder(kept.order, wanted)) return kept;
  const fresh = { key: crypto.randomUUID(), order: wanted, card };
  storeAttempt(fresh);
  return fresh;
}

/** The unanswered attempt for this message, if there is one. */
export function unansweredAttempt(wanted: Written): Attempt | undefined {
  const kept = storedAttempt(wanted.recipientId);
  return kept && sameMessage(kept.order, wanted) ? kept : undefined;
}

/** The unanswered attempt for this recipient, if there is one. */
export function storedAttempt(recipientId: string): Attempt | undefined {
  return readStored(keyFor(recipientId));
}

export function storeAttempt(kept: Attempt): void {
  // Without storage a reload starts a new attempt; the server's lock still allows only one order.
  deviceStorage.setItem(keyFor(kept.order.recipientId), JSON.stringify(kept));
}

/** Deletes an attempt that was answered: paid, or refused without a charge. */
export function clearAttempt(recipientId: string): void {
  deviceStorage.removeItem(keyFor(recipientId));
}

function sameOrder(one: Order, other: Order): boolean {
  return (
    sameMessage(one, other) &&
    one.draftId === other.draftId &&
    one.draftVersion === other.draftVersion &&
    one.price === other.price &&
    one.tierId === other.tierId &&
    one.newCard?.paymentMethodId === other.newCard?.paymentMethodId &&
    nameIn(one) === nameIn(other)
  );
}

const nameIn = ({ newCard }: Order) =>
  newCard && 'creditCardName' in newCard ? newCard.creditCardName : undefined;

type Written = Pick<
  Order,
  'recipientId' | 'messageSubject' | 'messageText' | 'answers' | 'attachments'
>;

function sameMessage(one: Written, other: Written): boolean {
  return (
    one.recipientId === other.recipientId &&
    one.messageSubject === other.messageSubject &&
    one.messageText === other.messageText &&
    answersText(one) === answersText(other) &&
    isSameList(one.attachments, other.attachments)
  );
}

const answersText = ({ answers = [] }: Written) =>
  JSON.stringify(answers.map(({ question, text }) => [question, text]));

const readStored = (key: string): Attempt | undefined =>
  attempt.safeParse(parsedJson(deviceStorage.getItem(key))).data;
