import { resourcesOf, type Template } from './synthesise.ts';

/* Reads the metrics of alarms and dashboards from the templates. */

type Templates = Readonly<Record<string, Template>>;

/** A metric of an alarm or of the dashboard. Values that are known only after deployment are JSON text. */
export type Watched = {
  /** The name of the alarm, or `dashboard`. */
  readonly by: string;
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
};

export const alarmsOf = (templates: Templates) =>
  resourcesOf(templates, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

/** Returns every metric that an alarm or the dashboard uses. */
export const watchedIn = (templates: Templates): readonly Watched[] => [
  ...alarmsOf(templates).flatMap(ofAlarm),
  ...widgetsIn(templates).flatMap(ofWidget),
];

type Metric = {
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
};

type AlarmProperties = Metric & {
  readonly AlarmName: string;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: Metric } }[];
};

function ofAlarm(alarm: AlarmProperties): Watched[] {
  const metrics = alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [alarm];
  return metrics.map(({ Namespace = '', MetricName = '', Dimensions = [] }) => ({
    by: alarm.AlarmName,
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, textOf(Value)])),
  }));
}

type Widget = {
  readonly type: string;
  readonly properties: {
    readonly title?: string;
    readonly metrics?: readonly (readonly unknown[])[];
    readonly alarms?: readonly string[];
  };
};

/** Returns the widgets of the dashboard, from top to bottom. */
export function widgetsIn(templates: Templates): readonly Widget[] {
  const [dashboard] = resourcesOf(templates, 'AWS::CloudWatch::Dashboard');
  const body = dashboard?.Properties.DashboardBody;
  const parts: unknown[] = body['Fn::Join'][1];
  // References are inside JSON strings, so their quotation marks are replaced.
  const text = parts.map((part) =>
    typeof part === 'string' ? part : textOf(part).replaceAll('"', "'"),
  );
  return JSON.parse(text.join('')).widgets;
}

/**
 * Returns the metrics of a widget. A metric is `[namespace, name, dimension, value, …, { options }]`; an expression
 * has only options.
 */
function ofWidget({ properties: { metrics = [] } }: Widget): Watched[] {
  return metrics.flatMap((metric) => {
    const [namespace, name, ...rest] = metric.filter((part) => typeof part === 'string');
    if (namespace === undefined || name === undefined) return [];
    const dimensions = rest.flatMap((key, at) => (at % 2 ? [] : [[key, rest[at + 1] ?? '']]));
    return [{ by: 'dashboard', namespace, name, dimensions: Object.fromEntries(dimensions) }];
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
