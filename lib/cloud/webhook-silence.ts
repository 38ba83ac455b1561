import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { countOf, FORGED_DELIVERY } from '../../shared/metrics.ts';
import { ring } from './alarms.ts';
import { businessMetric } from './money-alarms.ts';
import type { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/** The alarm on news from Stripe that stay out. */
export const SILENT_WEBHOOK = 'stripe-silent';

const FORGED = 'stripeWebhook-forged';
const WINDOW = Duration.hours(6);

/**
 * Rings when people pay and Stripe tells nothing of it: the endpoint was removed or disabled there, or its signing secret
 * is not the one we have, so that every delivery is taken for forged. Stripe tells of each payment within seconds. Three
 * orders in six hours: of one at the edge of the window the news may be on its other side.
 */
export class WebhookSilence extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, webhook }: { readonly stage: Stage; readonly webhook: ProductFunction },
  ) {
    super(scope, id);
    const metricNamespace = stage.faultNamespace;
    const logGroupName = `/aws/lambda/${webhook.functionName}`;
    const filter = new MetricFilter(this, 'Forged', {
      logGroup: LogGroup.fromLogGroupName(this, 'Log', logGroupName),
      filterName: 'forged',
      filterPattern: FilterPattern.stringValue('$.message', '=', FORGED_DELIVERY),
      metricNamespace,
      metricName: FORGED,
      metricValue: '1',
    });
    filter.node.addDependency(webhook);
    ring(this, {
      stage,
      name: SILENT_WEBHOOK,
      impact:
        'Stripe tells us nothing: payments that a bank wanted confirmed settle late, and refunds, disputes and plans that change there stay unknown.',
      look: 'Webhooks at Stripe: is the endpoint enabled, and what do we answer? 400 means another signing secret',
      section: 'Stripe has gone silent',
      metric: new MathExpression({
        expression: 'IF(FILL(paid, 0) >= 3 AND FILL(told, 0) - FILL(forged, 0) <= 0, 1, 0)',
        usingMetrics: {
          paid: businessMetric(stage, countOf('conversation.paid'), WINDOW),
          told: toldBy(webhook.functionName),
          forged: new Metric({
            namespace: metricNamespace,
            metricName: FORGED,
            statistic: 'Sum',
            period: WINDOW,
          }),
        },
        label: 'silent',
        period: WINDOW,
      }),
    });
  }
}

const toldBy = (FunctionName: string) =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Invocations',
    dimensionsMap: { FunctionName },
    statistic: 'Sum',
    period: WINDOW,
  });
