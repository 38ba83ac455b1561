import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Areas } from './api.ts';
import type { Subscribers } from './events.ts';
import type { Schedules } from './jobs.ts';
import { MONEY_ALARMS } from './money-alarms.ts';
import type { Stage } from './stage.ts';

type DashboardProps = StackProps & {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  readonly areas: Areas;
  readonly schedules: Schedules;
  readonly subscribers: Subscribers;
};

/** One page for whoever is woken up: what rings, then what people feel, then what lies behind it. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id, props);
    const { stage } = props;
    new Dashboard(this, 'Dashboard', {
      dashboardName: stage.nameOf('product'),
      defaultInterval: Duration.hours(12),
      widgets: [alarmRow(this, props), apiRow(props), tableRow(stage), workRow(props)],
    });
  }
}

function alarmRow(stack: Stack, { stage, areas, schedules, subscribers }: DashboardProps) {
  const groups = {
    ...Object.fromEntries(
      Object.entries(areas).map(([area, definitions]) => [area, Object.keys(definitions)]),
    ),
    money: [...Object.keys(schedules), 'stripeWebhook', 'jobs-dead-letters', ...MONEY_ALARMS],
    news: [...Object.keys(subscribers), 'publishFacts', 'unpublished-facts', 'events-dead-letters'],
  };
  return Object.entries(groups).map(
    ([title, names]) =>
      new AlarmStatusWidget({
        title,
        width: 24,
        alarms: names.map((name) => alarmNamed(stack, stage.nameOf(name))),
      }),
  );
}

/** By its name, which is known, rather than by reference, which would tie every stack to this one. */
function alarmNamed(stack: Stack, name: string) {
  const arn = `arn:aws:cloudwatch:${stack.region}:${stack.account}:alarm:${name}`;
  return Alarm.fromAlarmArn(stack, name, arn);
}

function apiRow({ httpApi }: DashboardProps): IWidget[] {
  const metric = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: { ApiId: httpApi.apiId },
      statistic,
    });
  return [
    graph('Requests', [metric('Count', 'Sum')]),
    graph('Refused and failed', [metric('4xx', 'Sum'), metric('5xx', 'Sum')]),
    graph('How long people wait', [metric('Latency', 'p50'), metric('Latency', 'p99')]),
  ];
}

function tableRow({ data: { table } }: Stage): IWidget[] {
  return [
    graph('Table: units', [
      table.metricConsumedReadCapacityUnits(),
      table.metricConsumedWriteCapacityUnits(),
    ]),
    graph('Table: throttled', [
      table.metric('ReadThrottleEvents', { statistic: 'Sum' }),
      table.metric('WriteThrottleEvents', { statistic: 'Sum' }),
    ]),
    graph('Table: transactions that met', [
      table.metric('TransactionConflict', { statistic: 'Sum' }),
    ]),
  ];
}

function workRow({ stage, schedules, subscribers }: DashboardProps): IWidget[] {
  const lambda = (metricName: string, name: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { FunctionName: stage.nameOf(name) },
      statistic,
      label: name,
    });
  const queue = (name: string) =>
    new Metric({
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensionsMap: { QueueName: stage.nameOf(name) },
      statistic: 'Maximum',
      label: name,
    });
  return [
    graph('Scheduled runs: milliseconds', [
      ...Object.keys(schedules).map((name) => lambda('Duration', name, 'Maximum')),
    ]),
    graph('News: age and failures', [
      lambda('IteratorAge', 'publishFacts', 'Maximum'),
      ...Object.keys(subscribers).map((name) => lambda('Errors', name, 'Sum')),
    ]),
    graph(
      'Dead letters',
      ['jobs-dead-letters', 'events-dead-letters', 'unpublished-facts'].map(queue),
    ),
  ];
}

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8 });
