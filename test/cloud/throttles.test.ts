import { beforeAll, describe, expect, test } from '@jest/globals';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { CALLS_OF_CONVERSATION } from '#test/support/paid-conversation.ts';
import { PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

/* The throttling limits of API Gateway, and the alarms about throttled requests. */

type Templates = Readonly<Record<string, Template>>;

let templates: Templates;
beforeAll(() => {
  templates = synthesise();
});

describe('the throttles of the routes', () => {
  type Throttle = { readonly ThrottlingRateLimit: number; readonly ThrottlingBurstLimit: number };
  const routesOf = (templates: Templates): Record<string, Throttle> =>
    resourcesOf(templates, 'AWS::ApiGatewayV2::Stage')[0]?.Properties.RouteSettings;

  test('give each route twice its expected share of 1,000 requests a second', () => {
    const calls = new Map(Object.entries(CALLS_OF_CONVERSATION));
    const all = [...calls.values()].reduce((sum, often) => sum + often, 0);
    const routes = routesOf(templates);
    for (const { name, method, path } of Object.values<OperationSpec>(operations)) {
      const busy = 2 * 1_000 * ((calls.get(name) ?? 0) / all);
      const { ThrottlingRateLimit: rate = 0, ThrottlingBurstLimit: burst = 0 } =
        routes[`${method} ${path}`] ?? {};
      expect({ name, fits: rate >= busy && burst >= rate }).toEqual({ name, fits: true });
    }
  });

  test('are those of the settings, one each for anonymous callers, signed-in callers and Stripe', () => {
    const throttles = {
      anyone: { perSecond: 5, atOnce: 6 },
      signedIn: { perSecond: 7, atOnce: 8 },
      webhooks: { perSecond: 9, atOnce: 10 },
    };
    const { authenticate, viewInbox } = operations;
    const limited = synthesise({
      settings: { ...PRODUCTION, throttles },
      areas: { called: { authenticate, viewInbox } },
    });
    expect(routesOf(limited)).toMatchObject({
      'POST /authenticate': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 6 },
      'GET /api/viewInbox': { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 8 },
      'POST /webhooks/stripe': { ThrottlingRateLimit: 9, ThrottlingBurstLimit: 10 },
    });
  });

  test('raise an alarm when they refuse requests, and not when a function does', () => {
    const [filter] = resourcesOf(templates, 'AWS::Logs::MetricFilter').filter(
      ({ Properties }) => Properties.MetricTransformations[0].MetricName === 'api-throttled',
    );
    expect(filter?.Properties.FilterPattern).toBe(
      '{ ($.status = "429") && ($.integration = "-") }',
    );
    const [live] = resourcesOf(templates, 'AWS::ApiGatewayV2::Stage');
    expect(JSON.parse(live?.Properties.AccessLogSettings.Format)).toMatchObject({
      status: '$context.status',
      integration: '$context.integration.status',
    });
  });
});
