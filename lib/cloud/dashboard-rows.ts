import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { DomainEventType } from '#shared/domain-events.ts';
import { centsOf, countOf, PAYOUTS_LATE } from '#shared/metrics.ts';
import { ENDING_EVENTS } from '#shared/rules/conversations/conversations.ts';
import { DEAD_LETTER_QUEUES } from './dead-letter.ts';
import type { Subscribers } from './events.ts';
import type { Schedules } from './jobs.ts';
import { httpMetric, socketMetric } from './live-alarms.ts';
import { businessMetric } from './money-alarms.ts';
import { apiMetric, concurrentExecutions, tableAndIndexes } from './platform-alarms.ts';
import type { Stage } from './stage.ts';
import { spentOnTexts } from './texting.ts';

/* The rows of the dashboard below its alarms. Each metric on it supports a decision of the operator. */

const graph = (title: string, left: IMetric[], more: { right?: IMetric[]; width?: number } = {}) =>
  new GraphWidget({ title, left, width: 8, ...more });

const HOUR = Duration.hours(1);

/** Requests, errors and latency, as people experience them. */
export function apiRow({
  httpApi,
  distribution,
}: {
  readonly httpApi: HttpApi;
  readonly distribution: IDistribution;
}): IWidget[] {
  const metric = (metricName: string, statistic: string) =>
    apiMetric(httpApi, metricName, statistic);
  const front = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
      statistic,
      // CloudFront reports its metrics in this region only.
      region: 'us-east-1',
    });
  return [
    graph('Requests', [metric('Count', 'Sum')], {
      right: [front('Requests', 'Sum')],
      width: 6,
    }),
    graph('API: 4xx and 5xx', [metric('4xx', 'Sum'), metric('5xx', 'Sum')], { width: 6 }),
    graph('API: latency', [metric('Latency', 'p50'), metric('Latency', 'p99')], {
      width: 6,
    }),
    graph(
      'CloudFront: percent of 4xx and 5xx',
      [front('4xxErrorRate', 'Average'), front('5xxErrorRate', 'Average')],
      { width: 6 },
    ),
  ];
}

/** Orders, money and payouts per hour, and the cost of text messages. */
export function businessRow(stage: Stage): IWidget[] {
  const count = (type: DomainEventType) => businessMetric(stage, countOf(type), HOUR);
  const dollars = (label: string, ...types: readonly DomainEventType[]) => {
    const cents = types.map(
      (type) => [type.replace('.', '_'), businessMetric(stage, centsOf(type), HOUR)] as const,
    );
    return new MathExpression({
      expression: `(${cents.map(([id]) => `FILL(${id}, 0)`).join(' + ')}) / 100`,
      usingMetrics: Object.fromEntries(cents),
      label,
      period: HOUR,
    });
  };
  return [
    graph(
      'Orders',
      (['conversation.paid', 'conversation.answered', 'conversation.expired'] as const).map(count),
      { width: 6 },
    ),
    graph(
      'Money, in dollars',
      [
        dollars('held', 'conversation.paid'),
        dollars('earned', 'conversation.answered'),
        dollars('refunded', ...ENDING_EVENTS),
        dollars('lost', 'money.lost'),
      ],
      { width: 6 },
    ),
    graph(
      'Payouts',
      [
        ...(['payout.paid', 'payout.waiting', 'payout.failed'] as const).map(count),
        businessMetric(stage, PAYOUTS_LATE, HOUR),
      ],
      { right: [dollars('dollars', 'payout.paid')], width: 6 },
    ),
    new GraphWidget({
      title: 'Text messages: dollars this month',
      left: [spentOnTexts()],
      leftAnnotations: stage.settings.textMessages
        ? [{ label: 'limit', value: stage.settings.textMessages.monthlyDollars }]
        : [],
      width: 6,
    }),
  ];
}

export function tableRow(stage: Stage): IWidget[] {
  const { table } = stage.data;
  return [
    graph('Table: units', [
      table.metricConsumedReadCapacityUnits(),
      table.metricConsumedWriteCapacityUnits(),
    ]),
    graph('Table: throttled reads', Object.values(tableAndIndexes(stage, 'ReadThrottleEvents')), {
      right: [
        table.metric('TransactionConflict', { statistic: 'Sum', label: 'transaction conflicts' }),
      ],
    }),
    graph('Table: throttled writes', Object.values(tableAndIndexes(stage, 'WriteThrottleEvents'))),
  ];
}

const lambda = (stage: Stage, metricName: string, name: string, statistic: string) =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: stage.nameOf(name) },
    statistic,
    label: `${name} ${metricName}`,
  });

/** Background work: jobs, subscribers and Stripe's webhook. */
export function workRow({
  stage,
  schedules,
  subscribers,
}: {
  readonly stage: Stage;
  readonly schedules: Schedules;
  readonly subscribers: Subscribers;
}): IWidget[] {
  const queue = (name: string) =>
    new Metric({
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensionsMap: { QueueName: stage.nameOf(name) },
      statistic: 'Maximum',
      label: name,
    });
  const all = (metricName: string, statistic: string, names: readonly string[]) =>
    names.map((name) => lambda(stage, metricName, name, statistic));
  const subscriberNames = Object.keys(subscribers);
  return [
    graph(
      'Jobs: duration in milliseconds, and errors',
      all('Duration', 'Maximum', Object.keys(schedules)),
      {
        right: all('Errors', 'Sum', Object.keys(schedules)),
        width: 6,
      },
    ),
    graph(
      'Subscribers: errors, and stream lag in milliseconds',
      all('Errors', 'Sum', subscriberNames),
      {
        right: all('IteratorAge', 'Maximum', ['publishEvents']),
        width: 6,
      },
    ),
    graph('Stripe webhook', all('Invocations', 'Sum', ['stripeWebhook']), {
      right: all('Errors', 'Sum', ['stripeWebhook']),
      width: 6,
    }),
    graph('Dead letters', Object.values(DEAD_LETTER_QUEUES).map(queue), { width: 6 }),
  ];
}

/** Live hints: open connections, and what is published, delivered and refused. */
export function liveRow({ live }: Stage): IWidget[] {
  const sockets = (...names: readonly string[]) => Object.values(socketMetric(live, ...names));
  return [
    graph(
      'Live: open connections',
      sockets('ActiveConnections').map((metric) => metric.with({ period: Duration.minutes(1) })),
    ),
    graph('Live: requests to publish, and hints delivered', [httpMetric(live, 'Requests')], {
      right: sockets('OutboundMessages'),
    }),
    graph(
      'Live: refused and failed',
      sockets('ConnectClientError', 'ConnectServerError', 'SubscribeClientError'),
      { right: [httpMetric(live, '4XXError'), httpMetric(live, '5XXError')] },
    ),
  ];
}

/** Lambda's concurrency in the account, against its limit. */
export function lambdaRow(stage: Stage): IWidget[] {
  const account = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, statistic });
  const limit = new MathExpression({
    expression: 'SERVICE_QUOTA(running)',
    usingMetrics: { running: concurrentExecutions() },
    label: 'account limit',
    period: Duration.minutes(5),
  });
  return [
    graph('Lambda: concurrent executions', [concurrentExecutions(), limit]),
    graph('Lambda: throttled', [account('Throttles', 'Sum')]),
    graph('Lambda: sign-in and payment, p99 in milliseconds', [
      lambda(stage, 'Duration', 'authenticate', 'p99'),
      lambda(stage, 'Duration', 'createInboxWithPayment', 'p99'),
    ]),
  ];
}
