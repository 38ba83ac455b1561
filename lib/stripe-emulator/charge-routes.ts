import type { Context } from './context.ts';
import { page, paging } from './pagination.ts';
import { clearableText, metadata, text, timeRange, withMetadata } from './params.ts';
import { noSuch } from './refusal.ts';
import { route } from './route.ts';

function existingCharge(context: Context, id: string) {
  const found = context.store.get('charges', id);
  if (!found) throw noSuch('charge', id, 'id', 404);
  return found;
}

export const chargeRoutes = [
  route(
    { method: 'GET', path: '/v1/charges' },
    { ...paging, customer: text, payment_intent: text, created: timeRange },
    (context, params) => {
      const wanted = context.store
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
  route({ method: 'GET', path: '/v1/charges/:id' }, {}, (context, _params, id) =>
    existingCharge(context, id),
  ),
  route(
    { method: 'POST', path: '/v1/charges/:id' },
    { description: clearableText, metadata },
    (context, params, id) => {
      const before = existingCharge(context, id);
      return context.store.put('charges', id, {
        ...before,
        description: params.description === undefined ? before.description : params.description,
        metadata: withMetadata(before.metadata, params.metadata),
      });
    },
  ),
];
