import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CHANNEL_NAMESPACE } from '#shared/live.ts';
import type { AlarmProps } from './alarms.ts';
import type { LiveApi } from './live-api.ts';
import type { Stage } from './stage.ts';

/* The metrics and alarms of the Event API. https://docs.aws.amazon.com/appsync/latest/eventapi/cw-metrics.html */

/** The names of the alarms. */
export const LIVE_ALARMS = {
  publishing: 'live-publishing',
  connecting: 'live-connecting',
  subscribing: 'live-subscribing',
  dropping: 'live-dropping',
} as const;

type LiveAlarm = Omit<AlarmProps, 'stage'>;

/** The alarms. A lost hint costs nothing, so they wait for ten minutes. */
export const liveAlarms = ({ live }: Stage): readonly LiveAlarm[] =>
  [publishing(live), connecting(live), subscribing(live), dropping(live)].map((alarm) => ({
    section: 'Live hints fail',
    times: 2,
    ...alarm,
  }));

const publishing = (live: LiveApi) => ({
  name: LIVE_ALARMS.publishing,
  impact: 'Open screens get no live hints; they ask for what is new once a minute.',
  look: 'the metrics of the Event API, and the log of publishHints for hints that were not published',
  metric: percentOf(
    { requests: httpMetric(live, 'Requests') },
    { refused: httpMetric(live, '4XXError'), failed: httpMetric(live, '5XXError') },
  ),
  from: 5,
});

/** Connections above the quota of the account are refused too. */
const connecting = (live: LiveApi) => ({
  name: LIVE_ALARMS.connecting,
  impact: 'Browsers cannot connect to live hints; open screens poll instead.',
  look: 'the metrics of the Event API (ConnectClientError, ConnectServerError), its quotas, and the log of authorizeLive',
  metric: percentOf(
    socketMetric(live, 'ConnectSuccess', 'ConnectClientError', 'ConnectServerError'),
    socketMetric(live, 'ConnectClientError', 'ConnectServerError'),
  ),
  from: 20,
});

/** A connected browser subscribes to the next channel every ten minutes. */
const subscribing = (live: LiveApi) => ({
  name: LIVE_ALARMS.subscribing,
  impact: 'Browsers cannot subscribe to live hints; open screens poll instead.',
  look: 'the metrics of the Event API (SubscribeClientError, SubscribeServerError), its quotas, and the log of authorizeLive',
  metric: percentOf(
    socketMetric(live, 'SubscribeSuccess', 'SubscribeClientError', 'SubscribeServerError'),
    socketMetric(live, 'SubscribeClientError', 'SubscribeServerError'),
  ),
  from: 20,
});

/** AppSync drops what is above the quotas of messages per second. */
const dropping = (live: LiveApi) => {
  const metrics = socketMetric(live, 'InboundMessageDropped');
  return {
    name: LIVE_ALARMS.dropping,
    impact:
      'Some live hints are dropped; screens that miss one ask for what is new within a minute.',
    look: 'the quotas of AWS AppSync for inbound and outbound messages in Service Quotas',
    metric: new MathExpression({
      expression: sumOf(metrics),
      usingMetrics: metrics,
      label: 'dropped messages',
      period: PERIOD,
    }),
  };
};

const PERIOD = Duration.minutes(5);

type Metrics = Readonly<Record<string, Metric>>;

/** The percentage of a part, or 0 while there are fewer than 100 in all. */
const percentOf = (all: Metrics, part: Metrics): MathExpression =>
  new MathExpression({
    expression: `IF(${sumOf(all)} >= 100, 100 * (${sumOf(part)}) / (${sumOf(all)}), 0)`,
    usingMetrics: { ...all, ...part },
    label: 'percent failed',
    period: PERIOD,
  });

const sumOf = (metrics: Metrics): string =>
  Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');

/** A metric of the requests to publish. */
export const httpMetric = (live: LiveApi, metricName: string): Metric => metricOf(live, metricName);

/**
 * Metrics of the WebSockets, by their ids in expressions. AWS documents them for the API and the namespace together, but a
 * connection is made before a namespace is named. So each is read in both forms; one of them has no data.
 */
export const socketMetric = (live: LiveApi, ...metricNames: readonly string[]): Metrics =>
  Object.fromEntries(
    metricNames.flatMap((name) => {
      const id = name.charAt(0).toLowerCase() + name.slice(1);
      return [
        [id, metricOf(live, name)],
        [`${id}InNamespace`, metricOf(live, name, { ChannelNamespaceName: CHANNEL_NAMESPACE })],
      ] as const;
    }),
  );

const metricOf = (
  { id }: LiveApi,
  metricName: string,
  dimensions: Readonly<Record<string, string>> = {},
): Metric =>
  new Metric({
    namespace: 'AWS/AppSync',
    metricName,
    dimensionsMap: { EventAPIId: id, ...dimensions },
    statistic: 'Sum',
    period: PERIOD,
  });
