import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Section, sectionOfFunction } from './handbook.ts';
import type { Stage } from './stage.ts';

/** Who hears when something fails. Deployed before anything that can. */
export class AlarmsStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: StackProps & { readonly email: string }) {
    super(scope, id, props);
    this.topic = new Topic(this, 'Topic', {
      displayName: 'ReplyPaid',
      enforceSSL: true,
      masterKey: alarmKey(this),
    });
    this.topic.grantPublish(CLOUDWATCH);
    this.topic.addSubscription(new EmailSubscription(props.email));
  }
}

const CLOUDWATCH = new ServicePrincipal('cloudwatch.amazonaws.com');

/**
 * The KMS key that encrypts alarm messages in the SNS topic. With the AWS-managed key, CloudWatch could not publish to the
 * topic, because the policy of that key cannot be changed; this key's policy allows alarms of this account.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
 */
function alarmKey(stack: Stack): Key {
  const key = new Key(stack, 'Key', {
    description: 'Encrypts alarms on their way to the operator',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [CLOUDWATCH],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  return key;
}

type Failing = { readonly stage: Stage; readonly name: string; readonly impact: string };

/**
 * One alarm a function. A handler that answers "our fault" succeeds in Lambda's eyes, so the faults it logs count
 * beside Lambda's own errors: crashes and timeouts. The first one rings: somebody was told that it is our fault, and
 * nothing that a person does wrong counts as one.
 */
export function functionAlarm(
  scope: Construct,
  failing: Failing & { readonly lambda: Lambda },
): Alarm {
  const { stage, name, lambda } = failing;
  const period = Duration.minutes(5);
  const faults = new Metric({
    namespace: stage.faultNamespace,
    metricName: name,
    statistic: 'Sum',
    period,
  });
  const errors = lambda.metricErrors({ period });
  return ring(scope, {
    ...failing,
    metric: new MathExpression({
      expression: 'FILL(errors, 0) + FILL(faults, 0)',
      usingMetrics: { errors, faults },
      label: 'failures',
      period,
    }),
    look: `its log, /aws/lambda/${stage.nameOf(name)}`,
    section: sectionOfFunction(name),
  });
}

/** Whatever lies in a dead-letter queue waits for a person: the first letter rings. */
export function deadLetterAlarm(
  scope: Construct,
  failing: Failing & { readonly queue: Queue },
): void {
  const metric = failing.queue.metricApproximateNumberOfMessagesVisible({
    period: Duration.minutes(1),
    statistic: 'Maximum',
  });
  ring(scope, {
    ...failing,
    metric,
    look: `its queue, ${failing.stage.nameOf(failing.name)}`,
    section: 'Something lies in a dead-letter queue',
  });
}

export type Ringing = Failing & {
  readonly metric: IMetric;
  /** Where to look first. */
  readonly look: string;
  /** What to do, in docs/operations.md. */
  readonly section: Section;
  /** Rings from this much on; 1 where absent. */
  readonly from?: number;
  /** Rings where there is less than this, or nothing at all: for what has to happen. */
  readonly below?: number;
  /** For so many periods of the metric in a row; 1 where absent. */
  readonly times?: number;
  /** Who hears of it; that of the stage where absent. For an alarm in another region. */
  readonly topic?: ITopic;
};

/**
 * Rings, and says in its first line what that means to a person, in the next where to look, in the last where the
 * handbook says what to do.
 */
export function ring(scope: Construct, ringing: Ringing): Alarm {
  const { stage, name, impact, look, section, metric, from = 1, below, times = 1 } = ringing;
  const { topic = stage.alarms } = ringing;
  const alarm = new Alarm(scope, 'Alarm', {
    alarmName: stage.nameOf(name),
    alarmDescription: `${impact}\nLook at ${look}.\nThen: docs/operations.md, "${section}"`,
    metric,
    threshold: below ?? from,
    evaluationPeriods: times,
    comparisonOperator:
      below === undefined
        ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData:
      below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}

/** One alarm below a construct that has several. */
export const ringBelow = (scope: Construct, ringing: Ringing): Alarm =>
  ring(new Construct(scope, ringing.name), ringing);

/**
 * A metric that is 0 where nothing was reported. CloudWatch looks further back than asked while points are missing, so
 * that an alarm on silence would ring hours late; this leaves it no point to miss.
 */
export const orZero = (metric: Metric): MathExpression =>
  new MathExpression({
    expression: 'FILL(reported, 0)',
    usingMetrics: { reported: metric },
    label: metric.metricName,
    period: metric.period,
  });
