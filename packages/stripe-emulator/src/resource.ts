import type { Context } from './context.ts';
import { page, paging } from './pagination.ts';
import { text, timeRange } from './params.ts';
import { noSuch } from './refusal.ts';
import { type Route, route } from './route.ts';
import type { Collections } from './store.ts';

/** The names of resources in Stripe's error messages. */
const NOUNS = {
  accounts: 'account',
  balanceTransactions: 'balance transaction',
  charges: 'charge',
  customers: 'customer',
  disputes: 'dispute',
  earlyFraudWarnings: 'early fraud warning',
  files: 'file',
  invoices: 'invoice',
  paymentIntents: 'payment_intent',
  paymentMethods: 'PaymentMethod',
  prices: 'price',
  refunds: 'refund',
  setupIntents: 'setupintent',
  subscriptions: 'subscription',
  transfers: 'transfer',
  webhookEndpoints: 'webhook endpoint',
};

type Resource = keyof typeof NOUNS;

/** The object with this id. Throws Stripe's error if there is none; its status is 404 for an id in the path. */
export function existing<R extends Resource>(
  context: Context,
  resource: R,
  id: string,
  { param = 'id', status = 404 }: { param?: string; status?: 400 | 404 } = {},
): Collections[R] {
  const found = context.store.get(resource, id);
  if (!found) throw noSuch(NOUNS[resource], id, param, status);
  return found;
}

/** The route that retrieves an object by its id. */
export function retrieveRoute(path: string, resource: Resource): Route {
  return route({ method: 'GET', path }, {}, (context, _params, id) =>
    existing(context, resource, id),
  );
}

/** The route of a list. Each filter is a parameter that has to equal the object's field of this name. */
export function listRoute<R extends Exclude<Resource, 'customers'>>(
  path: string,
  resource: R,
  filters: (keyof Collections[R] & string)[],
  shown: (object: Collections[R], context: Context) => unknown = (object) => object,
): Route {
  const params = {
    ...paging,
    ...Object.fromEntries(filters.map((name) => [name, text])),
    created: timeRange,
  };
  return route({ method: 'GET', path }, params, (context, { created, ...given }) => {
    const fields: Partial<Record<string, unknown>> = given;
    const wanted = context.store
      .all(resource)
      .filter(
        (object) =>
          (created?.(object.created ?? 0) ?? true) &&
          filters.every((name) => fields[name] === undefined || fields[name] === object[name]),
      );
    const list = page(wanted, given, path, NOUNS[resource]);
    return { ...list, data: list.data.map((object) => shown(object, context)) };
  });
}
