import type { Use } from './operation.ts';

/**
 * What a function uses that settles a payment. On any of its paths it may book the payment, publish what happened, or undo an
 * order that came to nothing: its lock, its draft and its idempotency key.
 */
export const MOVES_MONEY = [
  'accounts.write',
  'conversations.write',
  'requests.write',
  'ledger.append',
  'events.append',
  'payments',
] as const satisfies readonly Use[];
