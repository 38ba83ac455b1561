import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { UPLOADS } from '#functions/capability-policies.ts';
import { DRAFT_PREFIX, EVENT_PREFIX } from '#functions/storage/keys.ts';
import { VIEWS_PREFIX } from '#functions/storage/visit-keys.ts';
import type { Subscriber } from '#shared/api/subscribers.ts';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { CHECK_TIME } from '#shared/rules/attachments/attachments.ts';
import { createAlarm } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import { LiveAccess } from './live-access.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

export type Subscribers = Readonly<Record<string, Subscriber>>;

/** The event bus, its publisher and its subscribers. Every domain event is delivered at least once. */
export class EventsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, subscribers, ...props }: StackProps & { stage: Stage; subscribers: Subscribers },
  ) {
    super(scope, id, props);
    const busName = stage.nameOf('events');
    const bus = new EventBus(this, 'Bus', { eventBusName: busName });
    publisher(this, { stage, bus });
    viewCounter(this, { stage });
    new LiveAccess(this, 'Live', { stage });
    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      stage,
      holds: 'events',
      impact: 'A subscriber failed to process a domain event: someone was not notified.',
      // Those of the bus, and that of uploads on the default bus.
      rules: stage.nameOf('*'),
    });
    fileChecker(this, { stage, deadLetters });
    for (const subscriber of Object.values(subscribers))
      subscribe(this, { stage, bus, deadLetters, subscriber });
  }
}

/** How long a DynamoDB stream keeps records. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html */
const STREAM_RETENTION = Duration.hours(24);

/** Creates the function that publishes domain events from the table's stream to the bus. */
function publisher(stack: EventsStack, { stage, bus }: { stage: Stage; bus: EventBus }): void {
  const { table } = stage.data;
  const unpublished = new DeadLetters(stack, 'Unpublished', {
    stage,
    holds: 'unpublished',
    impact:
      'Domain events were not published: people are not notified of messages, answers and refunds.',
  });
  const publishEvents = new ProductFunction(stack, {
    stage,
    definition: systemFunctions.publishEvents,
    file: systemFunctions.publishEvents.file,
    impact: 'No notifications are sent until it works again. Then all of them are sent late.',
    timeout: Duration.minutes(1),
    environment: { EVENT_BUS: bus.eventBusName },
    also: [
      ...readsStream(stage),
      allow(['events:PutEvents'], [bus.eventBusArn]),
      unpublished.sendPermission,
    ],
  });
  createLagAlarm(publishEvents, stage);
  publishEvents.lambda.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      // PutEvents takes ten entries per call, so a batch needs at most ten calls.
      batchSize: 100,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // Retries until the stream trims the record after a day, so that an outage of the bus loses nothing.
      retryAttempts: -1,
      maxRecordAge: STREAM_RETENTION,
      onFailure: new SqsDlq(unpublished.queue),
      filters: [newItems(EVENT_PREFIX)],
    }),
  );
}

/** How long visits of profiles are collected before they are counted together. The counters are only on dashboards and in analytics. */
const VIEWS_COLLECTED = Duration.minutes(1);

/** Creates the function that counts the visits of profiles, and the drafts to their owners. */
function viewCounter(stack: EventsStack, { stage }: { readonly stage: Stage }): void {
  const countViews = new ProductFunction(stack, {
    stage,
    definition: systemFunctions.countViews,
    file: systemFunctions.countViews.file,
    impact: 'Visits of profiles are not counted on dashboards and in analytics.',
    timeout: Duration.minutes(1),
    also: readsStream(stage),
  });
  countViews.lambda.addEventSource(
    new DynamoEventSource(stage.data.table, {
      startingPosition: StartingPosition.LATEST,
      batchSize: 1_000,
      maxBatchingWindow: VIEWS_COLLECTED,
      retryAttempts: 2,
      filters: [newItems(VIEWS_PREFIX), newDrafts],
    }),
  );
}

/**
 * Creates the function that checks uploaded attachments. It decodes files of strangers, and may touch nothing but attachments. A function
 * with 1,769 MB has a whole vCPU; a picture of 50 million pixels takes about 600 MB.
 */
function fileChecker(
  stack: EventsStack,
  { stage, deadLetters }: { readonly stage: Stage; readonly deadLetters: DeadLetters },
): void {
  const { name, file } = systemFunctions.checkAttachment;
  const checker = new ProductFunction(stack, {
    stage,
    definition: systemFunctions.checkAttachment,
    file,
    impact: 'Files that people attach do not become ready; letters without files are sent.',
    timeout: Duration.millis(CHECK_TIME),
    megabytes: 1_769,
    also: [deadLetters.sendPermission],
  });
  checker.lambda.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(1),
    onFailure: new SqsDestination(deadLetters.queue),
  });
  new Rule(checker, 'Uploads', {
    ruleName: stage.nameOf(name),
    description: `Starts ${name} for each uploaded attachment`,
    // S3 publishes to the default bus only.
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: {
        bucket: { name: [stage.data.media.bucketName] },
        object: { key: [{ prefix: UPLOADS.replace('*', '') }] },
      },
    },
    targets: [new LambdaFunction(checker.lambda, { deadLetterQueue: deadLetters.queueOfRules })],
  });
}

/** The permissions of a function that the stream of the table feeds. */
const readsStream = ({ data }: Stage) => [
  allow(
    ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
    [data.table.tableStreamArn ?? ''],
  ),
  allow(['dynamodb:ListStreams'], ['*']),
];

/** The filter of an event source for new items whose partition begins with this. */
const newItems = (prefix: string) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('INSERT'),
    dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(prefix) } } },
  });

/** The filter of an event source for first versions of drafts. */
const newDrafts = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(DRAFT_PREFIX) } } },
});

/** The name of the alarm on unpublished domain events in the stream. */
export const LATE_EVENTS_ALARM = 'events-late';

/**
 * Creates the alarm on a lag of ten minutes, twice in a row. A failed publisher is retried within seconds, and a burst of
 * writes takes less than a minute. A stream that lags for ten minutes does not catch up by itself.
 */
function createLagAlarm(publishEvents: ProductFunction, stage: Stage): void {
  const age = publishEvents.lambda.metric('IteratorAge', {
    statistic: 'Maximum',
    period: Duration.minutes(5),
  });
  createAlarm(new Construct(publishEvents, 'Late'), {
    stage,
    name: LATE_EVENTS_ALARM,
    impact: 'Notifications and text messages about messages, answers and refunds are late.',
    look: `the log of publishEvents, /aws/lambda/${stage.nameOf('publishEvents')}, for a batch that it retries repeatedly`,
    section: 'Domain events are late',
    metric: age,
    from: Duration.minutes(10).toMilliseconds(),
    times: 2,
  });
}

function subscribe(
  stack: EventsStack,
  props: {
    stage: Stage;
    bus: EventBus;
    deadLetters: DeadLetters;
    subscriber: Subscriber;
  },
): void {
  const { deadLetters, subscriber } = props;
  const { name, impact, events, isLarge } = subscriber;
  const hearing = new ProductFunction(stack, {
    ...props,
    definition: subscriber,
    file: `events/${name}`,
    impact,
    timeout: Duration.seconds(isLarge ? 300 : 30),
    ...(isLarge && { megabytes: 1024 }),
    also: [deadLetters.sendPermission],
  });
  hearing.lambda.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(6),
    onFailure: new SqsDestination(deadLetters.queue),
  });
  new Rule(hearing, 'Hears', {
    eventBus: props.bus,
    eventPattern: { detailType: [...events] },
    targets: [new LambdaFunction(hearing.lambda, { deadLetterQueue: deadLetters.queueOfRules })],
  });
}
