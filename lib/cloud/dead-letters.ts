import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { deadLetterAlarm } from './alarms.ts';
import { DEAD_LETTER_QUEUES, type DeadLetterQueue } from './dead-letter.ts';
import { allow } from './permissions.ts';
import type { Stage } from './stage.ts';

export type DeadLettersProps = {
  readonly stage: Stage;
  readonly holds: DeadLetterQueue;
  /** The effect of a message in this queue on people: the text of the alarm. */
  readonly impact: string;
  /** The rules that send what they cannot deliver, by the end of their ARNs; `*` stands for any characters. By default none. */
  readonly rules?: string;
};

/** A dead-letter queue with its alarm. Messages are kept for two weeks. */
export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: DeadLettersProps) {
    super(scope, id);
    const name = DEAD_LETTER_QUEUES[props.holds];
    this.queue = new Queue(this, 'Queue', {
      queueName: props.stage.nameOf(name),
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
    acknowledge(this.queue, { 'AwsSolutions-SQS3': 'It is the dead-letter queue.' });
    if (props.rules) this.queue.addToResourcePolicy(this.sentBy(props.rules));
    deadLetterAlarm(this, { ...props, name, queue: this.queue });
  }

  /**
   * The queue for targets of the rules in `rules`. It is imported, because CDK would otherwise add a statement for each rule to
   * the policy of the queue, which SQS limits to 20 statements and 8,192 bytes.
   */
  get queueOfRules(): IQueue {
    const id = 'OfRules';
    const known = this.node.tryFindChild(id) as IQueue | undefined;
    return known ?? Queue.fromQueueArn(this, id, this.queue.queueArn);
  }

  private sentBy(rules: string): PolicyStatement {
    const { region, account } = Stack.of(this);
    return new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [this.queue.queueArn],
      conditions: {
        ArnLike: { 'aws:SourceArn': `arn:aws:events:${region}:${account}:rule/${rules}` },
      },
    });
  }

  /** The permission to send a message to the queue. */
  get sendPermission(): PolicyStatement {
    return allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
