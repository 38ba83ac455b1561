import { prettyDate } from '../dates.ts';
import type { Instant } from '../time.ts';

/*
 * The evidence for a dispute: a bank reads it, and through it the person who disputes the payment. Its days are in UTC, and it says
 * customer where screens say sender, as banks do. docs/product/conversations.md#disputes
 */

/** The policy of refunds and cancellations. */
export const POLICY =
  'The price is shown before the payment. A letter that is not answered within 10 days is refunded in full. The sender can cancel it, with a full refund, at any time before it is answered. An answer completes the service and is not refunded.';

/** The product that was paid for. `name`: of the person who answered. */
export const product = (name: string, subject: string): string =>
  `A personal written answer by ${name} to a letter of the customer with the subject "${subject}", paid once and delivered online, in the customer's account.`;

/** The lines about what happened and when. */
export const events = {
  paid: (at: Instant): string => `${prettyDate(at)}: the customer paid for the letter and sent it.`,
  refunded: 'The payment was refunded to the customer in full, before this dispute was answered.',
  answered: (at: Instant): string => `${prettyDate(at)}: the recipient answered it.`,
  read: (at: Instant): string => `${prettyDate(at)}: the customer last read the conversation.`,
} as const;

/** The record that is attached. */
export const RECORD_ATTACHED =
  'The attached record has the letter, the answer and all replies, what happened and when (UTC). Each entry contains the SHA-256 hash of the entries before it.';
