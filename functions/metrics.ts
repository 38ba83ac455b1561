import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { METRIC_SERVICE, metricNamespace } from '../shared/metrics.ts';
import { settings } from './settings.ts';

let cached: Metrics | undefined;

/** Reports figures of the stage as CloudWatch metrics, by a line in the log. */
export function report(figures: Readonly<Record<string, number>>): void {
  cached ??= new Metrics({
    namespace: metricNamespace(settings().stage),
    serviceName: METRIC_SERVICE,
  });
  for (const [name, value] of Object.entries(figures))
    cached.addMetric(name, MetricUnit.Count, value);
  cached.publishStoredMetrics();
}
