import type * as z from 'zod/mini';
import {
  confirmInboxPayment,
  createInbox,
  createInboxWithPayment,
} from '#shared/api/conversation-payments.ts';
import type { conversationView } from '#shared/api/conversation-view.ts';
import * as checkout from '#shared/messages/checkout.ts';
import { type Cents, fromDollars } from '#shared/money.ts';
import { call, isRefusal, LostResponse, OUTCOME_UNKNOWN } from '#web/api/client.ts';
import { failedBecause } from '#web/api/failure-words.ts';
import { loadCardProvider } from '#web/features/billing/card/card-provider.ts';
import { type Attempt, clearAttempt, storeAttempt } from './payment-attempt.ts';

export const ORDER_FAILED = 'Error processing order';

type Paid = z.output<typeof conversationView>;

/** The outcome of a payment attempt, by what the screen does next. */
export type Outcome =
  | { readonly is: 'paid'; readonly conversation: Paid }
  /** The card was declined: nothing was sent. */
  | { readonly is: 'declined'; readonly sentence: string }
  | { readonly is: 'needsCard'; readonly sentence: string }
  | { readonly is: 'priceChanged'; readonly price: Cents }
  /** The chosen tier was changed or removed: the sender has to choose again. */
  | { readonly is: 'tierChanged'; readonly sentence: string }
  /** The message cannot be sent now: another one is pending, or the recipient takes none. */
  | { readonly is: 'refused'; readonly sentence: string; readonly pending: boolean }
  /** The draft has changed or was deleted: what was shown was not sent. */
  | { readonly is: 'draftChanged'; readonly sentence: string }
  /** The message breaks a rule. */
  | { readonly is: 'invalid'; readonly sentence: string }
  /** The bank has not confirmed yet; the attempt is kept. */
  | { readonly is: 'atBank'; readonly sentence: string }
  /** The outcome is unknown; the attempt is kept, and a retry is safe. */
  | { readonly is: 'unknown'; readonly sentence: string };

/** Pays for the order of an attempt, including the bank's authentication. Never rejects. */
export async function pay(attempt: Attempt): Promise<Outcome> {
  if (attempt.bank) return confirmWithBank(attempt, attempt.bank);
  const { newCard, ...order } = attempt.order;
  const options = { idempotencyKey: attempt.key };
  try {
    const { data } = newCard
      ? await call(createInboxWithPayment, { ...order, ...newCard }, options)
      : await call(createInbox, order, options);
    return settle(attempt, data[0]);
  } catch (error) {
    const bank = bankOf(error);
    if (!bank) return outcomeOf(attempt, error);
    storeAttempt({ ...attempt, bank });
    return confirmWithBank({ ...attempt, bank }, bank);
  }
}

/** Handles 3-D Secure. The server knows the outcome, even if the bank's page fails. */
async function confirmWithBank(
  attempt: Attempt,
  bank: NonNullable<Attempt['bank']>,
): Promise<Outcome> {
  const { clientSecret } = bank;
  let sentence: string = checkout.BANK_PENDING;
  if (bank.isUnknown) {
    // The payment may be confirmed already, so the server says what is so before the bank is asked again.
    const known = await lookUp(attempt, bank);
    if (known.is !== 'atBank') return known;
  }
  try {
    const stripe = await loadCardProvider();
    const { error } = await stripe.handleNextAction({ clientSecret });
    if (error?.message) sentence = error.message;
  } catch {
    return { is: 'atBank', sentence: checkout.BANK_UNREACHED };
  }
  return lookUp(attempt, bank, sentence);
}

/** Asks the server what became of a payment at the bank. Asking again changes nothing that is settled. */
async function lookUp(
  attempt: Attempt,
  bank: NonNullable<Attempt['bank']>,
  sentence: string = checkout.BANK_PENDING,
): Promise<Outcome> {
  try {
    const { data } = await call(confirmInboxPayment, { inboxId: bank.inboxId });
    return settle(attempt, data[0]);
  } catch (error) {
    if (isRefusal(error, 'CARD_ACTION_REQUIRED')) return { is: 'atBank', sentence };
    if (isRefusal(error, 'NOT_FOUND', 'WRONG_STATUS')) {
      clearAttempt(attempt.order.recipientId);
      return { is: 'declined', sentence: checkout.NOT_CONFIRMED };
    }
    const outcome = outcomeOf(attempt, error);
    if (outcome.is === 'unknown') storeAttempt({ ...attempt, bank: { ...bank, isUnknown: true } });
    return outcome;
  }
}

function settle(attempt: Attempt, conversation: Paid | undefined): Outcome {
  if (conversation) return { is: 'paid', conversation };
  storeAttempt(attempt);
  return { is: 'unknown', sentence: `${ORDER_FAILED}.` };
}

/** The outcome for a refusal. All except `unknown` and `atBank` end the attempt: another try is a new one. */
function outcomeOf(attempt: Attempt, error: unknown): Outcome {
  if (!isRefusal(error)) return { is: 'unknown', sentence: `${ORDER_FAILED}.` };
  const sentence = error instanceof LostResponse ? checkout.CHARGE_UNKNOWN : error.message;
  // A retry uses the same key.
  if (OUTCOME_UNKNOWN.includes(error.code))
    return { is: 'unknown', sentence: failedBecause(ORDER_FAILED, sentence) };
  clearAttempt(attempt.order.recipientId);
  switch (error.code) {
    case 'CARD_DECLINED':
      return { is: 'declined', sentence };
    case 'PAYMENT_METHOD_REQUIRED':
      return { is: 'needsCard', sentence };
    case 'PRICE_CHANGED':
      if (attempt.order.tierId !== undefined) return { is: 'tierChanged', sentence };
      return { is: 'priceChanged', price: fromDollars(Number(error.details.price)) };
    case 'DRAFT_CHANGED':
      return { is: 'draftChanged', sentence };
    case 'PENDING_INBOX_EXISTS':
    case 'NOT_ACCEPTING':
    case 'FORBIDDEN':
    case 'NOT_FOUND':
      return { is: 'refused', sentence, pending: error.code === 'PENDING_INBOX_EXISTS' };
    default:
      return {
        is: 'invalid',
        sentence: failedBecause(ORDER_FAILED, Object.values(error.fields)[0] ?? sentence),
      };
  }
}

function bankOf(error: unknown): Attempt['bank'] {
  if (!isRefusal(error, 'CARD_ACTION_REQUIRED')) return undefined;
  const { inboxId, clientSecret } = error.details;
  return typeof inboxId === 'string' && typeof clientSecret === 'string'
    ? { inboxId, clientSecret }
    : undefined;
}
