import { listRoute, retrieveRoute } from './resource.ts';
import { route } from './route.ts';
import { connectedBalance } from './transfer.ts';
import { availableBalance } from './transfer-routes.ts';

/** Captured money is available at once, so the pending balance is always zero. */
export const balanceRoutes = [
  route({ method: 'GET', path: '/v1/balance', connected: true }, {}, (context) => {
    const amount = context.account
      ? connectedBalance(context, context.account)
      : availableBalance(context);
    return {
      object: 'balance',
      available: [{ amount, currency: 'usd', source_types: { card: amount } }],
      livemode: false,
      pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    };
  }),
  listRoute('/v1/balance_transactions', 'balanceTransactions', ['type', 'source', 'currency']),
  retrieveRoute('/v1/balance_transactions/:id', 'balanceTransactions'),
];
