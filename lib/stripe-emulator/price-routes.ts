import type Stripe from 'stripe';
import { tell } from './events.ts';
import { newId } from './ids.ts';
import { page, paging } from './lists.ts';
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
import { noSuch, refusedParameter } from './refusal.ts';
import { route } from './route.ts';
import { seconds, type World } from './world.ts';

/* Monthly prices in dollars, each with a product of its own. */

/** The price with this id. */
export function existingPrice(world: World, id: string, param: string): Stripe.Price {
  const found = world.books.get('prices', id);
  if (!found) throw noSuch('price', id, param);
  return found;
}

function newProduct(world: World, name: string): Stripe.Product {
  const id = newId.product();
  const product = world.books.put('products', id, {
    id,
    object: 'product',
    active: true,
    created: seconds(world),
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
    updated: seconds(world),
    url: null,
  });
  tell(world, 'product.created', product);
  return product;
}

function checkLookupKey(world: World, key: string): void {
  const taken = world.books.all('prices').find((price) => price.lookup_key === key);
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
    (world, params) => {
      if (params.lookup_key) checkLookupKey(world, params.lookup_key);
      const { interval } = required(params.recurring, 'recurring');
      const named = required(params.product_data, 'product_data');
      const product = newProduct(world, required(named.name, 'product_data[name]'));
      const id = newId.price();
      const price = world.books.put('prices', id, {
        id,
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: seconds(world),
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
      tell(world, 'price.created', price);
      return price;
    },
  ),
  route(
    { method: 'GET', path: '/v1/prices' },
    { ...paging, lookup_keys: listOf(text), active: flag },
    (world, params) => {
      const wanted = world.books
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
