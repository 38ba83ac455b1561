import type { LedgerLineKind } from '../rules/ledger/ledger-lines.ts';

/* The lines of a balance. docs/product/ledger.md */

/** The cause of each change. */
export const causes: Readonly<Record<LedgerLineKind, string>> = {
  ANSWERED: 'Your answer to a letter',
  PAYOUT: 'Paid out to your bank',
  DISPUTED: 'Frozen while a sender’s bank decides on their payment',
  DISPUTE_WON: 'Dispute won: the payment is yours again',
  DISPUTE_LOST: 'Dispute lost: the sender’s bank gave them their money back',
  CLAWED_BACK: 'Taken back: the sender’s payment was disputed and lost, or was fraud',
  DEBT_WRITTEN_OFF: 'Debt written off',
  GIVEN_BACK: 'Refunded: the sender has their money back',
  CLAIMED: 'Frozen while a sender claims that you didn’t answer',
  CLAIM_LOST: 'Claim: the sender has their money back',
  CLAIM_TAKEN_BACK: 'Claim: taken back, because it was paid out before',
  EARNING_RESTORED: 'Restored after your appeal',
  CLAIM_ENDED: 'Claim ended: the earning is yours again',
  REFERRAL: 'Bonus for an invitation',
  REFERRAL_TAKEN_BACK: 'Bonus taken back: the payment behind it was',
  PAYOUT_RETURNED: 'Payout that came back',
  PAYOUT_REVERSED: 'Taken back from your Stripe account, for what you owed',
  OTHER: 'Correction',
};
