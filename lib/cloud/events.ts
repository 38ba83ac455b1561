import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { type Code, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { FACT_PREFIX } from '../../functions/storage/keys.ts';
import type { Subscriber } from '../../shared/api/subscribers.ts';
import { ring } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

export type Subscribers = Readonly<Record<string, Subscriber>>;

/** From a fact in the table to everybody who must hear of it, at least once whatever crashes. */
export class EventsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, subscribers, ...props }: StackProps & { stage: Stage; subscribers: Subscribers },
  ) {
    super(scope, id, props);
    const code = stage.code();
    const bus = new EventBus(this, 'Bus', { eventBusName: stage.nameOf('facts') });
    publisher(this, { stage, code, bus });
    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      stage,
      holds: 'events',
      impact: 'A subscriber could not take in a fact: somebody was not told of something.',
    });
    for (const subscriber of Object.values(subscribers))
      subscribe(this, { stage, code, bus, deadLetters, subscriber });
  }
}

/** How long a stream of DynamoDB has its records. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html */
const STREAM_KEEPS = Duration.hours(24);

/** Hands facts from the table's stream to the bus. */
function publisher(
  stack: EventsStack,
  { stage, code, bus }: { stage: Stage; code: Code; bus: EventBus },
): void {
  const { table } = stage.data;
  const stream = table.tableStreamArn ?? '';
  const unpublished = new DeadLetters(stack, 'Unpublished', {
    stage,
    holds: 'facts',
    impact: 'Facts did not reach the bus: people are not told of messages, answers and refunds.',
  });
  const publishFacts = new ProductFunction(stack, {
    stage,
    code,
    name: 'publishFacts',
    bundle: 'events/publishFacts',
    impact: 'Nobody is told of anything until it works again; then all of it is made up for.',
    uses: [],
    timeout: Duration.minutes(1),
    environment: { EVENT_BUS: bus.eventBusName },
    also: [
      allow(
        ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
        [stream],
      ),
      allow(['dynamodb:ListStreams'], ['*']),
      allow(['events:PutEvents'], [bus.eventBusArn]),
      unpublished.leave,
    ],
  });
  ringWhenLate(publishFacts, stage);
  publishFacts.lambda.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      // PutEvents takes ten entries a call; a hundred records are ten calls.
      batchSize: 100,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // Without an end: a bus that is away for an hour is no reason to tell nobody. The stream keeps a record for a day.
      retryAttempts: -1,
      maxRecordAge: STREAM_KEEPS,
      onFailure: new SqsDlq(unpublished.queue),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(FACT_PREFIX) } } },
        }),
      ],
    }),
  );
}

/** The alarm on facts that stay in the stream. */
export const LATE_FACTS = 'facts-late';

/**
 * Ten minutes, twice in a row: a publisher that fails is tried again within seconds, and a burst of writes is worked off
 * within a minute; a stream that is still ten minutes behind does not catch up by itself. It keeps facts for a day.
 */
function ringWhenLate(publishFacts: ProductFunction, stage: Stage): void {
  const age = publishFacts.lambda.metric('IteratorAge', {
    statistic: 'Maximum',
    period: Duration.minutes(5),
  });
  ring(new Construct(publishFacts, 'Late'), {
    stage,
    name: LATE_FACTS,
    impact:
      'People hear late of messages, answers and refunds, and text messages that follow from them are late too.',
    look: `the log of publishFacts, /aws/lambda/${stage.nameOf('publishFacts')}, for a batch that it tries again and again`,
    section: 'Facts are late',
    metric: age,
    from: Duration.minutes(10).toMilliseconds(),
    times: 2,
  });
}

function subscribe(
  stack: EventsStack,
  props: {
    stage: Stage;
    code: Code;
    bus: EventBus;
    deadLetters: DeadLetters;
    subscriber: Subscriber;
  },
): void {
  const { deadLetters, subscriber } = props;
  const { name, uses, impact, hears } = subscriber;
  const hearing = new ProductFunction(stack, {
    ...props,
    name,
    bundle: `events/${name}`,
    impact,
    uses,
    timeout: Duration.seconds(30),
    also: [deadLetters.leave],
  });
  hearing.lambda.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(6),
    onFailure: new SqsDestination(deadLetters.queue),
  });
  new Rule(hearing, 'Hears', {
    eventBus: props.bus,
    eventPattern: { detailType: [...hears] },
    targets: [new LambdaFunction(hearing.lambda, { deadLetterQueue: deadLetters.queue })],
  });
}
