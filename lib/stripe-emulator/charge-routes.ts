import { page, paging } from './lists.ts';
import { clearableText, metadata, text, timeRange, withMetadata } from './params.ts';
import { noSuch } from './refusal.ts';
import { route } from './route.ts';
import type { World } from './world.ts';

function existingCharge(world: World, id: string) {
  const found = world.books.get('charges', id);
  if (!found) throw noSuch('charge', id, 'id', 404);
  return found;
}

export const chargeRoutes = [
  route(
    { method: 'GET', path: '/v1/charges' },
    { ...paging, customer: text, payment_intent: text, created: timeRange },
    (world, params) => {
      const wanted = world.books
        .all('charges')
        .filter(
          (charge) =>
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined ||
              charge.payment_intent === params.payment_intent) &&
            (params.created?.(charge.created) ?? true),
        );
      return page(wanted, params, '/v1/charges', 'charge');
    },
  ),
  route({ method: 'GET', path: '/v1/charges/:id' }, {}, (world, _params, id) =>
    existingCharge(world, id),
  ),
  route(
    { method: 'POST', path: '/v1/charges/:id' },
    { description: clearableText, metadata },
    (world, params, id) => {
      const before = existingCharge(world, id);
      return world.books.put('charges', id, {
        ...before,
        description: params.description === undefined ? before.description : params.description,
        metadata: withMetadata(before.metadata, params.metadata),
      });
    },
  ),
];
