import type Stripe from 'stripe';
import { newId } from './ids.ts';
import { transferShown } from './transfer.ts';
import { seconds, type World } from './world.ts';

/* Every movement of the account's balance, as Stripe keeps it: https://docs.stripe.com/reports/balance-transaction-types */

type Movement = {
  readonly type: Stripe.BalanceTransaction.Type;
  /** In cents; negative for what left the account. */
  readonly amount: number;
  readonly fee?: number;
  readonly currency: string;
  /** The id of what caused it. */
  readonly source: string;
  readonly reportingCategory: string;
};

/** Writes down a movement of the balance. Only within a change of the books. */
export function moveBalance(world: World, movement: Movement): Stripe.BalanceTransaction {
  const { type, amount, fee = 0, currency, source, reportingCategory } = movement;
  const id = newId.balanceTransaction();
  return world.books.put('balanceTransactions', id, {
    id,
    object: 'balance_transaction',
    amount,
    available_on: seconds(world),
    balance_type: 'payments',
    created: seconds(world),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Dispute fee',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: reportingCategory,
    source,
    status: 'available',
    type,
  });
}

/** What caused a movement, found by its id. */
export function sourceOf({ books }: World, id: string): unknown {
  const transfer = books.get('transfers', id);
  return (
    books.get('charges', id) ??
    books.get('refunds', id) ??
    books.get('disputes', id) ??
    (transfer && transferShown(transfer)) ??
    books
      .all('transfers')
      .flatMap(({ reversals }) => reversals.data)
      .find((reversal) => reversal.id === id)
  );
}
