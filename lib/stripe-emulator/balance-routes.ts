import { page, paging } from './pagination.ts';
import { text, timeRange } from './params.ts';
import { noSuch } from './refusal.ts';
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
  route(
    { method: 'GET', path: '/v1/balance_transactions' },
    { ...paging, type: text, source: text, currency: text, created: timeRange },
    (context, params) => {
      const wanted = context.store
        .all('balanceTransactions')
        .filter(
          (one) =>
            (params.type === undefined || one.type === params.type) &&
            (params.source === undefined || one.source === params.source) &&
            (params.currency === undefined || one.currency === params.currency) &&
            (params.created?.(one.created) ?? true),
        );
      return page(wanted, params, '/v1/balance_transactions', 'balance transaction');
    },
  ),
  route({ method: 'GET', path: '/v1/balance_transactions/:id' }, {}, (context, _params, id) => {
    const found = context.store.get('balanceTransactions', id);
    if (!found) throw noSuch('balance transaction', id, 'id', 404);
    return found;
  }),
];
