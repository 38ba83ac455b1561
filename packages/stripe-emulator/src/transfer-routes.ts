import type Stripe from 'stripe';
import { existingAccount, refusesTransfers } from './account.ts';
import { moveBalance } from './balance-transaction.ts';
import { type Context, seconds } from './context.ts';
import { withdrawnAmount } from './dispute.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { page, paging } from './pagination.ts';
import { integer, metadata, oneOf, type Params, required, text, withMetadata } from './params.ts';
import { refundedAmount } from './refund.ts';
import { refusedRequest } from './refusal.ts';
import { existing, listRoute } from './resource.ts';
import { route } from './route.ts';
import { connectedBalance, reversalsOf, transferShown } from './transfer.ts';

const createParams = {
  amount: integer(1),
  currency: oneOf('usd'),
  destination: text,
  description: text,
  transfer_group: text,
  metadata,
};

const reverseParams = { amount: integer(1), metadata };

/** The available balance in cents: captured payments less refunds, disputes and transfers. */
export function availableBalance({ store }: Context): number {
  const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
  return (
    sum(store.all('paymentIntents').map((one) => one.amount_received)) -
    sum(store.all('refunds').map(refundedAmount)) -
    sum(store.all('disputes').map(withdrawnAmount)) -
    sum(store.all('transfers').map((one) => one.amount - one.amount_reversed))
  );
}

function checkDestination(account: Stripe.Account): void {
  if (account.capabilities?.transfers !== 'active')
    throw refusedRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  if (refusesTransfers(account))
    throw refusedRequest(
      `Funds can't be sent to accounts located in the country of ${account.id}. Learn more here: https://stripe.com/docs/connect/account-capabilities#transfers-cross-border`,
      { param: 'destination' },
    );
}

function transfer(context: Context, params: Params<typeof createParams>): Stripe.Transfer {
  const amount = required(params.amount, 'amount');
  const currency = required(params.currency, 'currency');
  const destination = required(params.destination, 'destination');
  checkDestination(existingAccount(context, destination, 'destination'));
  if (amount > availableBalance(context))
    throw refusedRequest(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
      { code: 'balance_insufficient' },
    );
  const id = newId.transfer();
  const made = context.store.put('transfers', id, {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: null,
    created: seconds(context),
    currency,
    description: params.description ?? null,
    destination,
    livemode: false,
    metadata: withMetadata(null, params.metadata),
    reversals: reversalsOf(id, []),
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: params.transfer_group ?? null,
  });
  moveBalance(context, {
    type: 'transfer',
    amount: -amount,
    currency,
    source: id,
    reportingCategory: 'transfer',
  });
  emitEvent(context, 'transfer.created', made);
  return made;
}

function reverse(
  context: Context,
  before: Stripe.Transfer,
  { amount: wanted, metadata: more }: Params<typeof reverseParams>,
) {
  const left = before.amount - before.amount_reversed;
  const amount = wanted ?? left;
  if (left === 0 || amount > left)
    throw refusedRequest(
      `Transfer ${before.id} has ${left} left that was not reversed, which is less than ${amount}`,
      { param: 'amount' },
    );
  if (amount > connectedBalance(context, String(before.destination)))
    throw refusedRequest(
      `Insufficient funds in the account ${before.destination} to reverse the transfer ${before.id}.`,
      { code: 'balance_insufficient' },
    );
  const reversal: Stripe.TransferReversal = {
    id: newId.transferReversal(),
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created: seconds(context),
    currency: before.currency,
    destination_payment_refund: null,
    metadata: withMetadata(null, more),
    source_refund: null,
    transfer: before.id,
  };
  const after = context.store.put('transfers', before.id, {
    ...before,
    amount_reversed: before.amount_reversed + amount,
    reversed: amount === left,
    reversals: reversalsOf(before.id, [reversal, ...before.reversals.data]),
  });
  moveBalance(context, {
    type: 'transfer_refund',
    amount,
    currency: before.currency,
    source: reversal.id,
    reportingCategory: 'transfer_reversal',
  });
  emitEvent(context, 'transfer.reversed', transferShown(after), {
    amount_reversed: before.amount_reversed,
    reversed: before.reversed,
  });
  return reversal;
}

export const transferRoutes = [
  route({ method: 'POST', path: '/v1/transfers' }, createParams, (context, params) =>
    transfer(context, params),
  ),
  listRoute('/v1/transfers', 'transfers', ['destination', 'transfer_group'], transferShown),
  route({ method: 'GET', path: '/v1/transfers/:id' }, {}, (context, _params, id) =>
    transferShown(existing(context, 'transfers', id)),
  ),
  route(
    { method: 'POST', path: '/v1/transfers/:id/reversals' },
    reverseParams,
    (context, params, id) => reverse(context, existing(context, 'transfers', id), params),
  ),
  route({ method: 'GET', path: '/v1/transfers/:id/reversals' }, paging, (context, params, id) =>
    page(
      [...existing(context, 'transfers', id).reversals.data].reverse(),
      params,
      `/v1/transfers/${id}/reversals`,
      'transfer_reversal',
    ),
  ),
];
