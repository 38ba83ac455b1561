import { type Cents, cents, minus, ZERO } from '../../money.ts';
import { type ChargeSummary, isIntact } from '../conversations/disputes.ts';

/*
 * What an invitation earns. Once per invited person, for the second month that they pay: that payment earns it, and no
 * other, so it goes again when that payment is given back or disputed, and returns with a dispute that is won.
 *
 * Nobody earns by their own account. Somebody who opens a second account with another phone number and pays two months of
 * a plan for it has paid at least $3.98 for the dollar, so nothing more is asked; one card may well be a family's.
 */

/**
 * What an invitation earns once the invited person's second monthly payment succeeded.
 * docs/product/billing.md#referral-bonus
 */
export const REFERRAL_BONUS = cents(100);

/** The bonus for one invited person, as it was booked. */
export type Referral = {
  readonly inviterId: string;
  /** The payment that earns it. */
  readonly invoiceId: string;
  /** What of it the inviter has, in cents; `earned`: whether they are to have it. */
  readonly given: Cents;
  readonly earned: boolean;
  /** Counts the entries. */
  readonly count: number;
};

/** Who is to have the bonus for an invited person, if anybody. */
export const inviterOf = ({ id, invitedByUserId }: { id: string; invitedByUserId?: string }) =>
  invitedByUserId === id ? undefined : invitedByUserId;

/** The payment that earns the bonus, of all monthly ones, oldest first. */
export const earningMonth = (paidMonths: readonly string[]): string | undefined => paidMonths[1];

/**
 * The bonus after what became of the payment that earns it, and by how much it moves what the inviter is owed; undefined
 * where that is nothing new. `balance`: what they are owed now. What has gone out to their bank is not claimed back.
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
