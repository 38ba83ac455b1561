import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
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
    deadLetterAlarm(this, { ...props, name, queue: this.queue });
  }

  /** The permission to send a message to the queue. */
  get sendPermission(): PolicyStatement {
    return allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
