import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';

/* Transfers to connected accounts and their reversals, and the balance of a connected account. */

/** How many reversals a transfer contains. The list route returns all. */
const MAX_REVERSALS = 10;

/** The reversals of a transfer, newest first. */
export const reversalsOf = (
  id: string,
  data: Stripe.TransferReversal[],
): Stripe.Transfer['reversals'] => ({
  object: 'list',
  data,
  has_more: false,
  url: `/v1/transfers/${id}/reversals`,
});

/** A transfer as Stripe returns it, with its 10 newest reversals: https://docs.stripe.com/api/transfer_reversals/list */
export function transferShown(transfer: Stripe.Transfer): Stripe.Transfer {
  const { data } = transfer.reversals;
  const has_more = data.length > MAX_REVERSALS;
  return {
    ...transfer,
    reversals: { ...transfer.reversals, data: data.slice(0, MAX_REVERSALS), has_more },
  };
}

/** Seconds that transferred money stays on a connected account before Stripe pays it out to the bank (daily by default). */
const PAYOUT_DELAY_SECONDS = 2 * 24 * 60 * 60;

/** The balance of a connected account in cents: recent transfers less their reversals. */
export function connectedBalance(context: Context, account: string): number {
  const since = seconds(context) - PAYOUT_DELAY_SECONDS;
  const recent = <T extends { created: number; amount: number }>(all: T[]) =>
    all.filter(({ created }) => created > since).reduce((sum, { amount }) => sum + amount, 0);
  const transfers = context.store
    .all('transfers')
    .filter(({ destination }) => destination === account);
  return recent(transfers) - recent(transfers.flatMap(({ reversals }) => reversals.data));
}
