import type { Use } from './operation.ts';

/**
 * The capabilities that settling a payment requires. On some of its paths it books the payment, publishes domain events, or
 * undoes a failed order with its lock, draft, attachments and idempotency
 * key. A dispute at the bank ends a claim and closes its case.
 */
export const MOVES_MONEY = [
  'accounts.write',
  'conversations.write',
  'attachments.write',
  'requests.write',
  'ledger.append',
  'events.append',
  'cases.close',
  'payments',
] as const satisfies readonly Use[];
