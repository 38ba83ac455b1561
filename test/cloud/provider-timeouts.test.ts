import { beforeAll, describe, expect, test } from '@jest/globals';
import { STRIPE_RETRIES, STRIPE_TIMEOUT } from '#functions/gateways/stripe.ts';
import { areas } from '#shared/api/index.ts';
import type { Use } from '#shared/api/operation.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { PRODUCTION, resourcesOf, synthesise } from './synthesise.ts';

/* Timeouts of Stripe requests: a function gets a timeout error from Stripe before its own timeout stops it. */

const ASKS_STRIPE: readonly Use[] = [
  'payments',
  'disputes',
  'cards',
  'subscriptions',
  'payouts',
  'statements',
];

const asksStripe = ({ uses }: { readonly uses: readonly Use[] }) =>
  uses.some((use) => ASKS_STRIPE.includes(use));

const operations = Object.values(areas).flatMap((area) => Object.values(area));
const named = [...operations, ...Object.values(schedules), ...Object.values(subscribers)]
  .filter(asksStripe)
  .map(({ name }) => name);

let timeouts: ReadonlyMap<string, number>;
beforeAll(() => {
  timeouts = new Map(
    resourcesOf(synthesise({ settings: PRODUCTION }), 'AWS::Lambda::Function').map(
      ({ Properties }) => [Properties.FunctionName, 1_000 * Properties.Timeout],
    ),
  );
});

/** The waits of the Stripe client between its attempts: half a second, doubled each time. */
const pauses = 500 * (2 ** STRIPE_RETRIES - 1);
const longest = STRIPE_TIMEOUT * (1 + STRIPE_RETRIES) + pauses;

describe('a Stripe request without a response times out before its function does', () => {
  test.each([...named, 'stripeWebhook'])('%s', (name) => {
    expect(timeouts.get(`replypaid-prod-${name}`)).toBeGreaterThan(longest);
  });
});

test('the response of an operation arrives before API Gateway times out', () => {
  for (const { name } of operations)
    expect(timeouts.get(`replypaid-prod-${name}`)).toBeLessThanOrEqual(29_000);
});
