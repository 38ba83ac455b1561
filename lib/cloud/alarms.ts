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

type AlarmTopicProps = StackProps & {
  readonly email: string;
  /** Other services of AWS that publish to the topic, besides CloudWatch. */
  readonly publishers?: readonly ServicePrincipal[];
};

/** The SNS topic of alarms, with its email subscription. Deployed before the resources that have alarms. */
export class AlarmsStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { email, publishers = [], ...props }: AlarmTopicProps) {
    super(scope, id, props);
    const services = [CLOUDWATCH, ...publishers];
    this.topic = new Topic(this, 'Topic', {
      displayName: 'ReplyPaid',
      enforceSSL: true,
      masterKey: alarmKey(this, services),
    });
    for (const service of services) this.topic.grantPublish(service);
    this.topic.addSubscription(new EmailSubscription(email));
  }
}

const CLOUDWATCH = new ServicePrincipal('cloudwatch.amazonaws.com');

/**
 * The KMS key that encrypts alarm messages in the SNS topic. With the AWS-managed key, CloudWatch could not publish to the
 * topic, because the policy of that key cannot be changed; this key's policy allows alarms of this account.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
 */
function alarmKey(stack: Stack, services: ServicePrincipal[]): Key {
  const key = new Key(stack, 'Key', {
    description: 'Encrypts alarms on their way to the operator',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: services,
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  return key;
}

/** The alarms on load, speed and attacks, which a stage with few alarms does not have. */
export const LOAD_ALARMS: readonly string[] = [
  'api-throttled',
  'api-slow',
  'edge-refuses',
  'guessing',
  'table-reads-throttled',
  'table-writes-throttled',
  'lambda-throttled',
  'lambda-near-limit',
  'live-publishing',
  'live-connecting',
  'live-subscribing',
  'live-dropping',
];

/** Whether the stage has this alarm, which is not that of a function. */
export const hasAlarm = ({ settings }: Stage, name: string): boolean =>
  settings.alarms === 'all' || !LOAD_ALARMS.includes(name);

type AlarmSubject = { readonly stage: Stage; readonly name: string; readonly impact: string };

/**
 * Creates the alarm of a function, unless the stage has few alarms (shared-alarms.ts). It counts Lambda's errors
 * (crashes and timeouts) and the errors that the function logs, because a handler that answers INTERNAL succeeds for
 * Lambda. The first error sets it off, because errors of callers do not count.
 */
export function functionAlarm(
  scope: Construct,
  failing: AlarmSubject & { readonly lambda: Lambda },
): Alarm | undefined {
  const { stage, name, lambda } = failing;
  if (stage.settings.alarms === 'few') return undefined;
  const period = Duration.minutes(5);
  const faults = new Metric({
    namespace: stage.faultNamespace,
    metricName: name,
    statistic: 'Sum',
    period,
  });
  const errors = lambda.metricErrors({ period });
  return createAlarm(scope, {
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

/** Creates the alarm of a dead-letter queue. The first message sets it off, because an operator must redrive it. */
export function deadLetterAlarm(
  scope: Construct,
  failing: AlarmSubject & { readonly queue: Queue },
): void {
  const metric = failing.queue.metricApproximateNumberOfMessagesVisible({
    period: Duration.minutes(1),
    statistic: 'Maximum',
  });
  createAlarm(scope, {
    ...failing,
    metric,
    look: `its queue, ${failing.stage.nameOf(failing.name)}`,
    section: 'A dead-letter queue is not empty',
  });
}

export type AlarmProps = AlarmSubject & {
  readonly metric: IMetric;
  /** The first thing for an operator to check. */
  readonly look: string;
  /** The section of docs/operations.md that says what to do. */
  readonly section: Section;
  /** The alarm goes off at this value or above. By default 1. */
  readonly from?: number;
  /** The alarm goes off below this value, or without data: for events that must happen regularly. */
  readonly below?: number;
  /** The number of consecutive periods. By default 1. */
  readonly times?: number;
  /** The topic that is notified. By default that of the stage; an alarm in another region needs its own. */
  readonly topic?: ITopic;
};

/**
 * Creates an alarm, unless the stage has few alarms and this is one on load. Its description has three lines: the
 * impact on people, what to look at, and the section of the handbook that says what to do.
 */
export function createAlarm(scope: Construct, props: AlarmProps): Alarm | undefined {
  const { stage, name, impact, look, section, metric, from = 1, below, times = 1 } = props;
  if (!hasAlarm(stage, name)) return undefined;
  const { topic = stage.alarms } = props;
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

/** Creates one of several alarms of a construct. */
export const createChildAlarm = (scope: Construct, props: AlarmProps): Alarm | undefined =>
  createAlarm(new Construct(scope, props.name), props);

/**
 * A metric that is 0 where no data was reported. When data points are missing, CloudWatch evaluates older ones, so that an
 * alarm on missing events would go off hours late.
 */
export const zeroIfMissing = (metric: Metric): MathExpression =>
  new MathExpression({
    expression: 'FILL(reported, 0)',
    usingMetrics: { reported: metric },
    label: metric.metricName,
    period: metric.period,
  });
