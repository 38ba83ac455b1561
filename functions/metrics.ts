import { METRIC_SERVICE, metricNamespace } from '#shared/metrics.ts';
import { machineTime } from './gateways/clock.ts';
import { settings } from './settings.ts';

/**
 * Reports figures of the stage as CloudWatch metrics, by a line in the log in the embedded metric format.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function report(figures: Readonly<Record<string, number>>): void {
  if (process.env.METRICS_DISABLED) return;
  const metrics = {
    Namespace: metricNamespace(settings().stage),
    Dimensions: [['service']],
    Metrics: Object.keys(figures).map((Name) => ({ Name, Unit: 'Count' })),
  };
  const line = {
    _aws: { Timestamp: machineTime().getTime(), CloudWatchMetrics: [metrics] },
    service: METRIC_SERVICE,
    ...figures,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
