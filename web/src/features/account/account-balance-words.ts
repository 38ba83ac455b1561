import type { LedgerLineKind } from '../../../../shared/rules/ledger-lines.ts';

/** What moved the balance, in words. */
export const LINE_WORDS: Record<LedgerLineKind, string> = {
  ANSWERED: 'Your answer to a message',
  PAYOUT: 'Payout to your bank',
  PAYOUT_FAILED: 'Payout that could not be made',
  PAYOUT_RETURNED: 'Payout that came back',
  OTHER: 'Correction',
};
