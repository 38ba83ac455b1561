import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { newId } from './ids.ts';
import { transferShown } from './transfer.ts';

/* Balance transactions, one for each change of the account's balance: https://docs.stripe.com/reports/balance-transaction-types */

type Movement = {
  readonly type: Stripe.BalanceTransaction.Type;
  /** In cents; negative for money that leaves the account. */
  readonly amount: number;
  readonly fee?: number;
  readonly currency: string;
  /** The id of the object that caused it. */
  readonly source: string;
  readonly reportingCategory: string;
};

/** Records a movement of the balance. Call it only within a transaction of the store. */
export function moveBalance(context: Context, movement: Movement): Stripe.BalanceTransaction {
  const { type, amount, fee = 0, currency, source, reportingCategory } = movement;
  const id = newId.balanceTransaction();
  return context.store.put('balanceTransactions', id, {
    id,
    object: 'balance_transaction',
    amount,
    available_on: seconds(context),
    balance_type: 'payments',
    created: seconds(context),
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

/** The object with this id that caused a movement. */
export function sourceOf({ store }: Context, id: string): unknown {
  const transfer = store.get('transfers', id);
  return (
    store.get('charges', id) ??
    store.get('refunds', id) ??
    store.get('disputes', id) ??
    (transfer && transferShown(transfer)) ??
    store
      .all('transfers')
      .flatMap(({ reversals }) => reversals.data)
      .find((reversal) => reversal.id === id)
  );
}
