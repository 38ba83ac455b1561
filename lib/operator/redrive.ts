import { devNull } from 'node:os';
import * as z from 'zod/mini';
import {
  DEAD_LETTER_QUEUES,
  type DeadLetterQueue,
  type FailedInvocation,
  parseDeadLetter,
  queuedMessage,
} from '../cloud/dead-letter.ts';
import { nameInStage, readStageSettings } from '../settings.ts';
import { type AwsCli, aws } from './aws-cli.ts';
import { republishBatch } from './republish-batch.ts';

/** The dead-letter queues. All of them can be redriven. */
export const QUEUES = Object.keys(DEAD_LETTER_QUEUES) as DeadLetterQueue[];

const received = z.optional(z.object({ Messages: z._default(z.array(queuedMessage), []) }));

/**
 * Redelivers every message of a dead-letter queue to the function that failed to process it. A message is deleted once Lambda
 * has accepted it, and returns to the queue minutes later if it fails again. Messages of an unknown form stay. Safe to run
 * again, because subscribers process an event once. `say` prints a line for each message.
 */
export function redrive(stage: string, queue: DeadLetterQueue, say: (line: string) => void): void {
  const { region } = readStageSettings(stage);
  const ask: AwsCli = (...words) => aws(...words, '--region', region);
  const queueName = nameInStage(stage, DEAD_LETTER_QUEUES[queue]);
  const { QueueUrl: url } = z
    .object({ QueueUrl: z.string() })
    .parse(ask('sqs', 'get-queue-url', '--queue-name', queueName));
  const atQueue = ['--queue-url', url];
  const receive = [
    'sqs',
    'receive-message',
    ...atQueue,
    '--visibility-timeout',
    '120',
    '--max-number-of-messages',
    '10',
    '--message-attribute-names',
    'All',
  ];
  let [redelivered, left] = [0, 0];
  for (;;) {
    const messages = received.parse(ask(...receive))?.Messages ?? [];
    if (messages.length === 0) break;
    for (const message of messages) {
      const failed = parseDeadLetter(message);
      if (!failed || !redeliver(ask, failed, say)) {
        left += 1;
        continue;
      }
      ask('sqs', 'delete-message', ...atQueue, '--receipt-handle', message.ReceiptHandle);
      say(failed.functionName);
      redelivered += 1;
    }
  }
  say(`${redelivered} redelivered${left > 0 ? `, ${left} left in the queue` : ''}.`);
}

/** Returns whether the function, or Lambda's queue in front of it, has accepted the message. */
function redeliver(ask: AwsCli, failed: FailedInvocation, say: (line: string) => void): boolean {
  const { functionName } = failed;
  if ('batch' in failed) return republishBatch(ask, functionName, failed.batch, say);
  const payload = Buffer.from(JSON.stringify(failed.event)).toString('base64');
  ask(
    'lambda',
    'invoke',
    '--function-name',
    functionName,
    '--invocation-type',
    'Event',
    '--payload',
    payload,
    devNull,
  );
  return true;
}
