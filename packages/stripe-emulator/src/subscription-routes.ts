import type Stripe from 'stripe';
import { cancelNow, moveToPrice, subscribe } from './billing.ts';
import type { Context } from './context.ts';
import { existingCustomer } from './customer.ts';
import { page, paging } from './pagination.ts';
import {
  flag,
  integer,
  listOf,
  metadata,
  object,
  oneOf,
  type Params,
  required,
  text,
  timeRange,
  withMetadata,
} from './params.ts';
import { existingPrice } from './price-routes.ts';
import { noSuch, refusedParameter, refusedRequest } from './refusal.ts';
import { existing, retrieveRoute } from './resource.ts';
import { route } from './route.ts';
import { changeSubscription, isOver, itemOf, type Subscription } from './subscription.ts';

const STATUSES = ['active', 'past_due', 'canceled', 'incomplete', 'incomplete_expired'] as const;

/** The item of a subscription whose price is changed. */
export const item = object({ id: text, price: text });

const updateParams = {
  cancel_at_period_end: flag,
  metadata,
  items: listOf(item),
  payment_behavior: oneOf('pending_if_incomplete'),
  proration_behavior: oneOf('always_invoice'),
  proration_date: integer(0),
  billing_cycle_anchor: object({ type: oneOf('now', 'unchanged') }),
};

function onlyItem(items: Params<{ one: typeof item }>['one'][] | undefined) {
  const [first, ...more] = required(items, 'items');
  if (!first || more.length > 0)
    throw refusedParameter('A subscription has one item here.', 'items');
  return first;
}

/** The subscription with this id, unless it has ended. */
export function activeSubscription(context: Context, id: string): Subscription {
  const found = existing(context, 'subscriptions', id);
  if (isOver(found)) throw noSuch('subscription', id, 'id', 404);
  return found;
}

/** Changes the price at once, prorated, pending until it is paid. Other ways are not emulated. */
function changePrice(context: Context, before: Subscription, params: Params<typeof updateParams>) {
  const wanted = wantedPrice(context, before, params.items);
  if (params.cancel_at_period_end !== undefined || params.metadata !== undefined) {
    throw refusedRequest(
      'When `payment_behavior` is set to `pending_if_incomplete`, you can only pass supported params.',
    );
  }
  required(params.payment_behavior, 'payment_behavior');
  required(params.proration_behavior, 'proration_behavior');
  if (params.billing_cycle_anchor?.type !== 'now')
    throw refusedParameter('Only `now` is known here.', 'billing_cycle_anchor[type]');
  if (before.status !== 'active')
    throw refusedRequest(`A subscription that is ${before.status} cannot take a pending update.`);
  return moveToPrice(context, before, wanted, prorationDate(before, params.proration_date));
}

/** The price to which the only item of a subscription is moved. */
export function wantedPrice(
  context: Context,
  before: Subscription,
  items: Params<typeof updateParams>['items'],
): Stripe.Price {
  const { id, price } = onlyItem(items);
  if (id !== itemOf(before).id) throw noSuch('subscription item', String(id), 'items[0][id]');
  return existingPrice(context, required(price, 'items[0][price]'), 'items[0][price]');
}

/** The moment to which a proration is calculated, which is in the current period. */
export function prorationDate(
  subscription: Subscription,
  date: number | undefined,
): number | undefined {
  if (date === undefined) return undefined;
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  if (date >= start && date <= end) return date;
  throw refusedParameter(
    'Cannot specify proration date outside of current subscription period.',
    'proration_date',
  );
}

export const subscriptionRoutes = [
  route(
    { method: 'POST', path: '/v1/subscriptions' },
    {
      customer: text,
      items: listOf(object({ price: text })),
      metadata,
      payment_behavior: oneOf('allow_incomplete'),
      payment_settings: object({ payment_method_types: listOf(oneOf('card', 'link')) }),
      off_session: flag,
    },
    (context, params) => {
      const customer = existingCustomer(context, required(params.customer, 'customer'), 'customer');
      const { price } = onlyItem(params.items);
      if (params.off_session)
        throw refusedParameter('Only a customer who is there can begin here.', 'off_session');
      return subscribe(context, {
        customer: customer.id,
        price: existingPrice(context, required(price, 'items[0][price]'), 'items[0][price]'),
        metadata: withMetadata(null, params.metadata),
        types: params.payment_settings?.payment_method_types,
      });
    },
  ),
  route(
    { method: 'GET', path: '/v1/subscriptions' },
    { ...paging, customer: text, created: timeRange, status: oneOf('all', ...STATUSES) },
    (context, params) => {
      const { customer, created, status } = params;
      const wanted = context.store.all('subscriptions').filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (created?.(one.created) ?? true) &&
          // Without a status, Stripe lists all subscriptions that are not canceled.
          (status === undefined
            ? one.status !== 'canceled'
            : status === 'all' || one.status === status),
      );
      return page(wanted, params, '/v1/subscriptions', 'subscription');
    },
  ),
  retrieveRoute('/v1/subscriptions/:id', 'subscriptions'),
  route({ method: 'POST', path: '/v1/subscriptions/:id' }, updateParams, (context, params, id) => {
    const before = activeSubscription(context, id);
    if (params.items) return changePrice(context, before, params);
    const ending = params.cancel_at_period_end ?? before.cancel_at_period_end;
    return changeSubscription(context, before, {
      cancel_at_period_end: ending,
      cancel_at: ending ? itemOf(before).current_period_end : null,
      canceled_at: ending ? (before.canceled_at ?? Math.floor(context.now() / 1000)) : null,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: ending ? 'cancellation_requested' : null,
      },
      metadata: withMetadata(before.metadata, params.metadata),
    });
  }),
  route({ method: 'DELETE', path: '/v1/subscriptions/:id' }, {}, (context, _params, id) =>
    cancelNow(context, activeSubscription(context, id)),
  ),
];
