import type { StripeEmulator } from '@replypaid/stripe-emulator';
import type Stripe from 'stripe';
import type { LedgerLine } from './ledger.ts';

/* Where the money is, in seven plain sums: from the ledger, compared with what Stripe has. Amounts in cents. */

type Sum = { readonly name: string; readonly amount: number; readonly note?: string };

export type MoneySummary = {
  readonly sums: readonly Sum[];
  /** Their total, which is all that came in. */
  readonly total: number;
  /** The same from the objects of the Stripe emulator; absent with the real Stripe. */
  readonly atStripe?: number;
};

type ReadStripe = Pick<StripeEmulator, 'read'>;

/** Sums up the ledger. Without the emulator nothing is known of Stripe, and `Paid out so far` is left out. */
export function summarize(
  lines: readonly LedgerLine[],
  stripe: ReadStripe | undefined,
): MoneySummary {
  const of = (...accounts: readonly string[]) =>
    lines.reduce(
      (sum, { account, balance }) => sum + (accounts.includes(account) ? balance : 0),
      0,
    );
  const owed = lines.reduce(
    (sum, { account, balance }) => sum + (account.startsWith('user:') ? balance : 0),
    of('payout:transit'),
  );
  const borne = of('platform:disputes', 'platform:referrals');
  const sums: Sum[] = [
    { name: 'On hold and charged, not yet earned', amount: of('held') },
    { name: 'Owed to creators', amount: owed },
    { name: 'Frozen by claims', amount: of('platform:claims') },
    { name: 'Kept while we look at a report', amount: of('platform:review') },
    {
      name: 'Our fees',
      amount: of('platform:fees') + borne,
      ...(borne !== 0 && { note: 'less refunds and bonuses that we paid' }),
    },
    { name: 'Plans', amount: of('platform:subscriptions') },
    ...(stripe ? [{ name: 'Paid out so far', amount: paidOut(stripe) }] : []),
  ];
  const total = sums.reduce((sum, { amount }) => sum + amount, 0);
  return { sums, total, ...(stripe && { atStripe: netAtStripe(stripe) + paidOut(stripe) }) };
}

const all = <Found>({ read }: ReadStripe, collection: string) =>
  (read(collection) ?? []) as Found[];

const paidOut = (stripe: ReadStripe): number =>
  all<Stripe.Transfer>(stripe, 'transfers').reduce(
    (sum, { amount, amount_reversed: back }) => sum + amount - back,
    0,
  );

/** Returns the net amount at Stripe in cents: held or captured, less refunds, disputes and payouts. */
export function netAtStripe(stripe: ReadStripe): number {
  const standing = all<Stripe.PaymentIntent>(stripe, 'paymentIntents').reduce(
    (sum, one) => sum + one.amount_capturable + one.amount_received,
    0,
  );
  const disputes = all<Stripe.Dispute>(stripe, 'disputes').flatMap(
    (one) => one.balance_transactions,
  );
  const undisputed = disputes.reduce((sum, { net }) => sum + net, standing);
  const given = all<Stripe.Refund>(stripe, 'refunds').filter(({ status }) => status !== 'failed');
  return given.reduce((sum, one) => sum - one.amount, undisputed) - paidOut(stripe);
}
