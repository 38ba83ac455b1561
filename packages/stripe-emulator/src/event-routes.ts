import { eventWithDelivery } from './events.ts';
import { page, paging } from './pagination.ts';
import { listOf, text, timeRange } from './params.ts';
import { route } from './route.ts';

/** `payment_intent.*` matches every type with this prefix. */
function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

export const eventRoutes = [
  route(
    { method: 'GET', path: '/v1/events' },
    { ...paging, type: text, types: listOf(text), created: timeRange },
    (context, params) => {
      const types = params.types ?? (params.type ? [params.type] : undefined);
      const wanted = context.store
        .all('events')
        .filter(
          (event) =>
            (types?.some((type) => isOfType(event.type, type)) ?? true) &&
            (params.created?.(event.created) ?? true),
        );
      const list = page(wanted, params, '/v1/events', 'event');
      return { ...list, data: list.data.map((event) => eventWithDelivery(context, event.id)) };
    },
  ),
  route({ method: 'GET', path: '/v1/events/:id' }, {}, (context, _params, id) =>
    eventWithDelivery(context, id),
  ),
];
