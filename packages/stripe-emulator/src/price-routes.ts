import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { page, paging } from './pagination.ts';
import {
  flag,
  integer,
  listOf,
  metadata,
  object,
  oneOf,
  required,
  text,
  withMetadata,
} from './params.ts';
import { refusedParameter } from './refusal.ts';
import { existing } from './resource.ts';
import { route } from './route.ts';

/* Monthly prices in dollars, each with its own product. */

/** The price with this id. */
export function existingPrice(context: Context, id: string, param: string): Stripe.Price {
  return existing(context, 'prices', id, { param, status: 400 });
}

function newProduct(context: Context, name: string): Stripe.Product {
  const id = newId.product();
  const product = context.store.put('products', id, {
    id,
    object: 'product',
    active: true,
    created: seconds(context),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: seconds(context),
    url: null,
  });
  emitEvent(context, 'product.created', product);
  return product;
}

function checkLookupKey(context: Context, key: string): void {
  const taken = context.store.all('prices').find((price) => price.lookup_key === key);
  if (!taken) return;
  const message = `A price (\`${taken.id}\`) already uses that lookup key.`;
  throw refusedParameter(message, 'lookup_key', 'resource_already_exists');
}

export const priceRoutes = [
  route(
    { method: 'POST', path: '/v1/prices' },
    {
      currency: oneOf('usd'),
      unit_amount: integer(0),
      recurring: object({ interval: oneOf('month') }),
      product_data: object({ name: text }),
      lookup_key: text,
      metadata,
    },
    (context, params) => {
      if (params.lookup_key) checkLookupKey(context, params.lookup_key);
      const { interval } = required(params.recurring, 'recurring');
      const named = required(params.product_data, 'product_data');
      const product = newProduct(context, required(named.name, 'product_data[name]'));
      const id = newId.price();
      const price = context.store.put('prices', id, {
        id,
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: seconds(context),
        currency: required(params.currency, 'currency'),
        custom_unit_amount: null,
        livemode: false,
        lookup_key: params.lookup_key ?? null,
        metadata: withMetadata(null, params.metadata),
        nickname: null,
        product: product.id,
        recurring: {
          interval: required(interval, 'recurring[interval]'),
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        },
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: 'recurring',
        unit_amount: required(params.unit_amount, 'unit_amount'),
        unit_amount_decimal: null,
      });
      emitEvent(context, 'price.created', price);
      return price;
    },
  ),
  route(
    { method: 'GET', path: '/v1/prices' },
    { ...paging, lookup_keys: listOf(text), active: flag },
    (context, params) => {
      const wanted = context.store
        .all('prices')
        .filter(
          ({ lookup_key: key, active }) =>
            (params.lookup_keys === undefined ||
              (key !== null && params.lookup_keys.includes(key))) &&
            (params.active === undefined || params.active === active),
        );
      return page(wanted, params, '/v1/prices', 'price');
    },
  ),
];
