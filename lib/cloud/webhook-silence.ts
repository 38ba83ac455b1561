import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { countOf, FORGED_DELIVERY } from '#shared/metrics.ts';
import { createAlarm } from './alarms.ts';
import { businessMetric } from './money-alarms.ts';
import type { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/** The name of the alarm on missing Stripe events. */
export const SILENT_WEBHOOK = 'stripe-silent';

const FORGED = 'stripeWebhook-forged';
const WINDOW = Duration.hours(6);

/**
 * The alarm on missing Stripe events: people pay, but no valid webhook delivery arrives, because the endpoint was deleted or
 * disabled, or its signing secret differs from ours. It needs three paid messages in six hours, because the event of a
 * payment at the end of the window may arrive after it.
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
    createAlarm(this, {
      stage,
      name: SILENT_WEBHOOK,
      impact:
        'No Stripe events arrive: payments that need bank authentication are settled late, and changes of refunds, disputes and plans are not noticed.',
      look: 'Webhooks at Stripe: is the endpoint enabled, and what do we answer? 400 means that the signing secret differs',
      section: 'Stripe events are missing',
      metric: new MathExpression({
        expression: 'IF(FILL(paid, 0) >= 3 AND FILL(told, 0) - FILL(forged, 0) <= 0, 1, 0)',
        usingMetrics: {
          paid: businessMetric(stage, countOf('conversation.paid'), WINDOW),
          told: webhookCalls(webhook.functionName),
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

const webhookCalls = (FunctionName: string) =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Invocations',
    dimensionsMap: { FunctionName },
    statistic: 'Sum',
    period: WINDOW,
  });
