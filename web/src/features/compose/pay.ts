import type * as z from 'zod';
import {
  confirmInboxPayment,
  createInbox,
  createInboxWithPayment,
} from '../../../../shared/api/conversations.ts';
import type { conversationView } from '../../../../shared/api/entities.ts';
import { type Cents, fromDollars } from '../../../../shared/money.ts';
import type { RefusalCode } from '../../../../shared/refusals.ts';
import { call, isRefusal } from '../../api/client.ts';
import { loadCardProvider } from '../../card/card-provider.ts';
import { type Attempt, forgetAttempt, keepAttempt } from './attempt.ts';

type Paid = z.output<typeof conversationView>;

/** How an attempt to pay ended, in terms of what the screen does next. */
export type Outcome =
  | { readonly is: 'paid'; readonly conversation: Paid }
  /** The card was refused: nothing was sent, nothing is pending. */
  | { readonly is: 'declined'; readonly sentence: string }
  | { readonly is: 'needsCard'; readonly sentence: string }
  | { readonly is: 'priceChanged'; readonly price: Cents }
  /** It cannot be sent now at all: a pending message, or nobody who takes it. */
  | { readonly is: 'refused'; readonly sentence: string; readonly pending: boolean }
  /** The letter is another by now, or gone: what was shown was not sent. */
  | { readonly is: 'draftChanged'; readonly sentence: string }
  /** The message itself breaks a rule. */
  | { readonly is: 'invalid'; readonly sentence: string }
  /** The bank was not satisfied yet; the attempt is kept. */
  | { readonly is: 'atBank'; readonly sentence: string }
  /** Nobody knows yet; the attempt is kept, and asking again is safe. */
  | { readonly is: 'unknown'; readonly sentence: string };

/** Pays for the order of this attempt, bank confirmation included. Never rejects. */
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
    keepAttempt({ ...attempt, bank });
    return confirmWithBank({ ...attempt, bank }, bank);
  }
}

/** 3-D Secure. Whatever the sender did at the bank, the server is asked what became of the payment. */
async function confirmWithBank(
  attempt: Attempt,
  { inboxId, clientSecret }: NonNullable<Attempt['bank']>,
): Promise<Outcome> {
  let sentence = 'Your bank has not confirmed this payment yet. Nothing was charged.';
  try {
    const stripe = await loadCardProvider();
    const { error } = await stripe.handleNextAction({ clientSecret });
    if (error?.message) sentence = error.message;
  } catch {
    return { is: 'atBank', sentence: 'We could not reach your bank. Nothing was charged.' };
  }
  try {
    const { data } = await call(confirmInboxPayment, { inboxId });
    return settle(attempt, data[0]);
  } catch (error) {
    if (isRefusal(error, 'CARD_ACTION_REQUIRED')) return { is: 'atBank', sentence };
    if (isRefusal(error, 'NOT_FOUND', 'WRONG_STATUS')) {
      forgetAttempt(attempt.order.recipientId);
      return {
        is: 'declined',
        sentence: 'This payment was not confirmed in time. Nothing was charged.',
      };
    }
    return outcomeOf(attempt, error);
  }
}

function settle(attempt: Attempt, conversation: Paid | undefined): Outcome {
  if (conversation) return { is: 'paid', conversation };
  keepAttempt(attempt);
  return { is: 'unknown', sentence: 'Error processing order' };
}

/** After these nobody knows whether the order was made: the same key asks again. */
const NOT_ANSWERED: readonly RefusalCode[] = [
  'UNAVAILABLE',
  'INTERNAL',
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
];

/** What a refusal means for the screen. All but the unknown ones end the attempt: another try is a new one. */
function outcomeOf(attempt: Attempt, error: unknown): Outcome {
  if (!isRefusal(error)) return { is: 'unknown', sentence: 'Error processing order' };
  const sentence = error.message;
  if (NOT_ANSWERED.includes(error.code)) return { is: 'unknown', sentence };
  forgetAttempt(attempt.order.recipientId);
  switch (error.code) {
    case 'CARD_DECLINED':
      return { is: 'declined', sentence };
    case 'PAYMENT_METHOD_REQUIRED':
      return { is: 'needsCard', sentence };
    case 'PRICE_CHANGED':
      return { is: 'priceChanged', price: fromDollars(Number(error.details.price)) };
    case 'DRAFT_CHANGED':
      return { is: 'draftChanged', sentence };
    case 'PENDING_INBOX_EXISTS':
    case 'NOT_ACCEPTING':
    case 'FORBIDDEN':
    case 'NOT_FOUND':
      return { is: 'refused', sentence, pending: error.code === 'PENDING_INBOX_EXISTS' };
    default:
      return { is: 'invalid', sentence: Object.values(error.fields)[0] ?? sentence };
  }
}

function bankOf(error: unknown): Attempt['bank'] {
  if (!isRefusal(error, 'CARD_ACTION_REQUIRED')) return undefined;
  const { inboxId, clientSecret } = error.details;
  return typeof inboxId === 'string' && typeof clientSecret === 'string'
    ? { inboxId, clientSecret }
    : undefined;
}
