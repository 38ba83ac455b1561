import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/** Who hears when something fails. Deployed before anything that can. */
export class AlarmsStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: StackProps & { readonly email: string }) {
    super(scope, id, props);
    this.topic = new Topic(this, 'Topic', { displayName: 'ReplyPaid', enforceSSL: true });
    this.topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    this.topic.addSubscription(new EmailSubscription(props.email));
  }
}

type Failing = { readonly stage: Stage; readonly name: string; readonly impact: string };

/**
 * One alarm a function. A handler that answers "our fault" succeeds in Lambda's eyes, so the faults it logs count
 * beside Lambda's own errors: crashes and timeouts.
 */
export function functionAlarm(scope: Construct, failing: Failing & { readonly lambda: Lambda }) {
  const { stage, name, lambda } = failing;
  const period = Duration.minutes(5);
  const faults = new Metric({
    namespace: stage.faultNamespace,
    metricName: name,
    statistic: 'Sum',
    period,
  });
  const errors = lambda.metricErrors({ period });
  ring(scope, failing, {
    metric: new MathExpression({
      expression: 'FILL(errors, 0) + FILL(faults, 0)',
      usingMetrics: { errors, faults },
      label: 'failures',
      period,
    }),
    look: `Its log: /aws/lambda/${stage.nameOf(name)}`,
  });
}

/** Whatever lies in a dead-letter queue waits for a person. */
export function deadLetterAlarm(scope: Construct, failing: Failing & { readonly queue: Queue }) {
  const metric = failing.queue.metricApproximateNumberOfMessagesVisible({
    period: Duration.minutes(1),
    statistic: 'Maximum',
  });
  ring(scope, failing, { metric, look: `Its queue: ${failing.stage.nameOf(failing.name)}` });
}

/** Rings as soon as the metric is 1 or more, and says what that means and where to look. */
export function ring(
  scope: Construct,
  { stage, name, impact }: Failing,
  { metric, look }: { readonly metric: IMetric; readonly look: string },
): void {
  const alarm = new Alarm(scope, 'Alarm', {
    alarmName: stage.nameOf(name),
    alarmDescription: `${impact}\n${look}`,
    metric,
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(stage.alarms));
}
