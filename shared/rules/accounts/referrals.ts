import { type Cents, cents, minus, ZERO } from '../../money.ts';
import { type ChargeSummary, isIntact } from '../conversations/payment-status.ts';

/*
 * Referral bonuses. An inviter earns one bonus per invited person, with that person's second monthly payment. The bonus is
 * taken back if that payment is refunded or disputed, and booked again if the dispute is won. Nobody earns by their own
 * account. A person who pays two months of a plan for a second account with another phone number has paid at least $3.98
 * for the dollar, so no further check is needed; and a shared card may be a family's.
 */

/**
 * The bonus for an invitation, once the invited person's second monthly payment succeeded.
 * docs/product/billing.md#referral-bonus
 */
export const REFERRAL_BONUS = cents(100);

/** The bonus for one invited person, as it was booked. */
export type Referral = {
  readonly inviterId: string;
  /** The invoice of the payment that earns it. */
  readonly invoiceId: string;
  /** The booked amount in cents. `earned`: whether the inviter is entitled to the bonus. */
  readonly given: Cents;
  readonly earned: boolean;
  /** The number of ledger entries. */
  readonly count: number;
};

/** The inviter of a person; undefined if there is none. */
export const inviterOf = ({ id, invitedByUserId }: { id: string; invitedByUserId?: string }) =>
  invitedByUserId === id ? undefined : invitedByUserId;

/** Returns the payment that earns the bonus, given all monthly payments, oldest first. */
export const earningMonth = (paidMonths: readonly string[]): string | undefined => paidMonths[1];

/**
 * Returns the bonus after a change of its payment, and the change of the inviter's balance; undefined if nothing changes.
 * `balance`: the amount the inviter is owed now. Money that was already paid out is not claimed back.
 */
export function bonusAfter(
  before: Referral,
  chargeSummary: ChargeSummary,
  balance: Cents,
): { readonly after: Referral; readonly by: Cents } | undefined {
  const earned = isIntact(chargeSummary);
  if (earned === before.earned) return undefined;
  const taken = cents(Math.min(before.given, Math.max(ZERO, balance)));
  const given = earned ? REFERRAL_BONUS : minus(before.given, taken);
  const by = minus(given, before.given);
  const count = before.count + (by === ZERO ? 0 : 1);
  return { after: { ...before, earned, given, count }, by };
}
