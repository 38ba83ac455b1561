import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  Alarm,
  AlarmState,
  AlarmStatusWidget,
  AlarmStatusWidgetSortBy,
  Dashboard,
  type IAlarm,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { CLOUDFRONT_REGION } from '../domain.ts';
import { hasAlarm } from './alarms.ts';
import { API_THROTTLED } from './api.ts';
import { apiRow, businessRow, lambdaRow, liveRow, tableRow, workRow } from './dashboard-rows.ts';
import { DEAD_LETTER_QUEUES } from './dead-letter.ts';
import { EDGE_ALARMS } from './edge-alarms.ts';
import { emailAlarmsOf } from './email.ts';
import { LATE_EVENTS_ALARM, type Subscribers } from './events.ts';
import { type Schedules, silentName } from './jobs.ts';
import { LIVE_ALARMS } from './live-alarms.ts';
import { MONEY_ALARMS, QUIET_ALARM } from './money-alarms.ts';
import type { Areas } from './operation-shards.ts';
import { PLATFORM_ALARMS, PlatformAlarms } from './platform-alarms.ts';
import { PROBE, PROBE_MAKER } from './probe.ts';
import { SHARED_ALARMS, SharedAlarms } from './shared-alarms.ts';
import type { Stage } from './stage.ts';
import { textAlarmsOf } from './texting.ts';
import { SILENT_WEBHOOK } from './webhook-silence.ts';

type DashboardProps = StackProps & {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  readonly distribution: IDistribution;
  readonly areas: Areas;
  readonly schedules: Schedules;
  readonly subscribers: Subscribers;
};

/** The most metrics of an alarm with a math expression. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html */
const METRICS_PER_ALARM = 10;

/**
 * The schedules whose next run can begin before the last one has ended, the most frequent first: a Lambda runs for at most 15
 * minutes. They are as many as fit into one alarm, beside the metric of all functions and that of the probe.
 */
const frequentOf = (schedules: Schedules): string[] =>
  Object.values(schedules)
    .filter(({ everyMinutes }) => everyMinutes <= 15)
    .sort((one, other) => one.everyMinutes - other.everyMinutes)
    .slice(0, METRICS_PER_ALARM - 2)
    .map(({ name }) => name);

/** The dashboard for an operator on call: active alarms first, then what people experience, then background work and infrastructure. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id, props);
    const { stage, httpApi, schedules } = props;
    new PlatformAlarms(this, 'Platform', {
      stage,
      httpApi,
      oneAtATime: [...frequentOf(schedules), PROBE],
    });
    if (stage.settings.alarms === 'few') new SharedAlarms(this, 'Functions', { stage });
    const groups = alarmGroups(this, props);
    new Dashboard(this, 'Dashboard', {
      dashboardName: stage.nameOf('product'),
      defaultInterval: Duration.hours(12),
      widgets: [
        [new TextWidget({ markdown: markdown(stage), width: 24, height: 2 })],
        activeAlarms(Object.values(groups).flat()),
        apiRow(props),
        businessRow(stage),
        workRow(props),
        liveRow(stage),
        tableRow(stage),
        lambdaRow(stage),
        Object.entries(groups).map(([title, alarms]) => allOf(title, alarms)),
      ],
    });
  }
}

const markdown = ({ settings, origin }: Stage) =>
  [
    `**${settings.stage}** at [${origin}](${origin}). What each alarm means and what to do: **docs/operations.md, "When an alarm goes off"**; the description of each alarm names the section.`,
    'If it began with a deployment, roll back first and investigate afterward ("Roll back"). Never correct money in the table; correct it at Stripe.',
  ].join('\n\n');

/** All alarms of the stage, by area. Each group has its own widget at the end of the dashboard. */
function alarmGroups(
  stack: Stack,
  { stage, areas, schedules, subscribers }: DashboardProps,
): Readonly<Record<string, readonly IAlarm[]>> {
  const { quietHours } = stage.settings;
  const groups: Readonly<Record<string, readonly string[]>> = {
    functions: Object.values(SHARED_ALARMS),
    ...Object.fromEntries(
      Object.entries(areas).map(([area, definitions]) => [area, Object.keys(definitions)]),
    ),
    money: [...MONEY_ALARMS, ...(quietHours ? [QUIET_ALARM] : []), 'stripeWebhook', SILENT_WEBHOOK],
    jobs: [
      ...Object.keys(schedules).flatMap((name) => [name, silentName(name)]),
      DEAD_LETTER_QUEUES.jobs,
    ],
    news: [
      ...Object.keys(subscribers),
      'publishEvents',
      'countViews',
      'checkAttachment',
      'authorizeLive',
      ...Object.values(LIVE_ALARMS),
      LATE_EVENTS_ALARM,
      DEAD_LETTER_QUEUES.unpublished,
      DEAD_LETTER_QUEUES.events,
    ],
    platform: [
      ...Object.values(PLATFORM_ALARMS),
      API_THROTTLED,
      ...textAlarmsOf(stage),
      ...emailAlarmsOf(stage),
      'renderPage',
      'answerOembed',
      'drawPreview',
      'showChatPicture',
      'makeSupportAccount',
      'makeTokenKeys',
      'hashOriginKeys',
      PROBE,
      silentName(PROBE),
      PROBE_MAKER,
      ...AT_CLOUDFRONT.slice(stage.settings.waf ? 0 : 1),
    ],
  };
  const functions = [areas, { schedules, subscribers, systemFunctions }].flatMap((all) =>
    Object.values<object>(all).flatMap(Object.keys),
  );
  const exists = existingAlarms(stage, functions);
  return Object.fromEntries(
    Object.entries(groups)
      .map(([title, names]) => [title, names.filter(exists)] as const)
      .filter(([, names]) => names.length > 0)
      .map(([title, names]) => [title, names.map((name) => alarmNamed(stack, stage, name))]),
  );
}

/** Tells which alarms a stage has: of each function, or two of all functions together and none on load. */
const existingAlarms =
  (stage: Stage, functions: readonly string[]) =>
  (name: string): boolean => {
    const isShared = Object.values<string>(SHARED_ALARMS).includes(name);
    if (stage.settings.alarms === 'all') return !isShared;
    return hasAlarm(stage, name) && !functions.includes(name);
  };

/** The alarms in CloudFront's region. The first is that of the firewall, which not every stage has. */
const AT_CLOUDFRONT: readonly string[] = ['firewall', ...Object.values(EDGE_ALARMS)];

/** Refers to an alarm by its name, because references would make this stack depend on all others. */
function alarmNamed(stack: Stack, stage: Stage, name: string): IAlarm {
  const region = AT_CLOUDFRONT.includes(name) ? CLOUDFRONT_REGION : stack.region;
  const arn = `arn:aws:cloudwatch:${region}:${stack.account}:alarm:${stage.nameOf(name)}`;
  return Alarm.fromAlarmArn(stack, name, arn);
}

/** The most alarms that CloudWatch allows in a widget. */
const ALARMS_PER_WIDGET = 100;

/** Widgets that show only active alarms, newest first. */
function activeAlarms(alarms: readonly IAlarm[]): IWidget[] {
  const slices = Array.from({ length: Math.ceil(alarms.length / ALARMS_PER_WIDGET) }, (_, at) =>
    alarms.slice(at * ALARMS_PER_WIDGET, (at + 1) * ALARMS_PER_WIDGET),
  );
  return slices.map(
    (slice) =>
      new AlarmStatusWidget({
        title: 'Active alarms',
        width: Math.floor(24 / slices.length),
        height: 3,
        alarms: [...slice],
        states: [AlarmState.ALARM],
        sortBy: AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
      }),
  );
}

const allOf = (title: string, alarms: readonly IAlarm[]) =>
  new AlarmStatusWidget({ title: `Alarms: ${title}`, width: 24, alarms: [...alarms] });
