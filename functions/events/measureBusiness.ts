import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { subscribers } from '../../shared/api/subscribers.ts';
import { PRODUCT_NAME } from '../../shared/brand.ts';
import { serveSubscriber } from '../serve-work.ts';

const metrics = new Metrics({ namespace: PRODUCT_NAME, serviceName: 'business' });

/** Counts every fact as a CloudWatch metric by its type; lost money in cents as well, which has an alarm. */
export const handler = serveSubscriber(subscribers.measureBusiness, async (fact) => {
  metrics.addMetric(fact.type, MetricUnit.Count, 1);
  if (fact.type === 'money.lost')
    metrics.addMetric('money.lost.cents', MetricUnit.NoUnit, fact.detail.amountCents);
  metrics.publishStoredMetrics();
});
