import { route } from './route.ts';
import { available } from './transfer-routes.ts';

/** What is taken from a card is available at once here; there is nothing on its way. */
export const balanceRoutes = [
  route({ method: 'GET', path: '/v1/balance' }, {}, (world) => ({
    object: 'balance',
    available: [
      { amount: available(world), currency: 'usd', source_types: { card: available(world) } },
    ],
    livemode: false,
    pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
  })),
];
