import { clearableText, metadata, withMetadata } from './params.ts';
import { existing, listRoute, retrieveRoute } from './resource.ts';
import { route } from './route.ts';

export const chargeRoutes = [
  listRoute('/v1/charges', 'charges', ['customer', 'payment_intent']),
  retrieveRoute('/v1/charges/:id', 'charges'),
  route(
    { method: 'POST', path: '/v1/charges/:id' },
    { description: clearableText, metadata },
    (context, params, id) => {
      const before = existing(context, 'charges', id);
      return context.store.put('charges', id, {
        ...before,
        description: params.description === undefined ? before.description : params.description,
        metadata: withMetadata(before.metadata, params.metadata),
      });
    },
  ),
];
