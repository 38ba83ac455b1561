import { POLICY as REPAYMENT } from './earnings.ts';

/* The usage policy, where it is about money. docs/product/accounts.md#policies */

/** The purchase of a sender. */
export const WHAT_YOU_PAY_FOR =
  'You pay for one answer of at least 200 characters, at the price that was shown when you confirmed. You do not pay for a certain opinion or outcome.';

/** The moments of charge and return. */
export const HOLD_AND_CHARGE =
  'Your card is put on hold first. It is charged when the answer comes, or a few days before the 10 days are over, because holds expire. If you cancel before there is an answer, if your letter is declined, or if no answer comes within 10 days, you get all of the money back automatically: the hold is released, or the charge refunded.';

/** The card behind a wallet. */
export const BY_WALLET =
  'If you pay with Apple Pay, Google Pay or Link, the card behind it is held, charged and refunded in the same way, and what you agreed with Apple, Google or Link applies too. A plan renews with the card behind the wallet that you chose for it, until you change it or cancel.';

/** The effect of a report on the card. */
export const REPORTED =
  'A letter that breaks these standards can be reported by the person who got it. Your card is then charged while we review it, and we review your account.';

/** The earning of an answer, and its payout. */
export const EARNINGS = `You earn the price less the fee that your plan has. What you earned is paid out on the 8th of the following month once it is at least $10.00; before that it is carried over. The first payout waits at least 14 days after your first paid answer. ${REPAYMENT} Taxes on it are yours to declare.`;

/** The consequences of a breach. */
export const BREACH =
  'We look at reports. Depending on what we find we may give money back, keep a payment in review, remove something, hide a profile, or close an account. We tell the person what we decided, on which facts, by which rule and why. They can appeal once within 180 days, also if their account is blocked. Whoever reported it learns only whether we acted. Money that was honestly earned before is paid out.';
