import * as z from 'zod';
import {
  DEAD_LETTER_QUEUES,
  type DeadLetterQueue,
  queuedMessage,
  readLetter,
  type Undone,
} from '../cloud/dead-letter.ts';
import { nameInStage, readStageSettings } from '../settings.ts';
import { aws } from './aws-cli.ts';
import { publishAgain } from './publish-again.ts';

/** The queues that can be redriven: all there are. */
export const QUEUES = Object.keys(DEAD_LETTER_QUEUES) as DeadLetterQueue[];

const received = z.object({ Messages: z.array(queuedMessage).default([]) }).optional();

/**
 * Gives every letter of a dead-letter queue back to the function that could not take it in, as the next try of Lambda's
 * own: one that fails again is back in the queue minutes later, or was never taken out of it. A letter leaves the queue
 * once Lambda has it; one that nobody knows stays. Safe to run again: whoever hears of a fact does so once. `say` hears
 * of each.
 */
export function redrive(stage: string, queue: DeadLetterQueue, say: (line: string) => void): void {
  const { region } = readStageSettings(stage);
  const ask: Ask = (...words) => aws(...words, '--region', region);
  const queueName = nameInStage(stage, DEAD_LETTER_QUEUES[queue]);
  const { QueueUrl: url } = z
    .object({ QueueUrl: z.string() })
    .parse(ask('sqs', 'get-queue-url', '--queue-name', queueName));
  const atQueue = ['--queue-url', url];
  const receive = [
    ...['sqs', 'receive-message', ...atQueue, '--visibility-timeout', '120'],
    ...['--max-number-of-messages', '10', '--message-attribute-names', 'All'],
  ];
  let [given, left] = [0, 0];
  for (;;) {
    const messages = received.parse(ask(...receive))?.Messages ?? [];
    if (messages.length === 0) break;
    for (const message of messages) {
      const undone = readLetter(message);
      if (!undone || !giveBack(ask, undone, say)) {
        left += 1;
        continue;
      }
      ask('sqs', 'delete-message', ...atQueue, '--receipt-handle', message.ReceiptHandle);
      say(undone.functionName);
      given += 1;
    }
  }
  say(`${given} given back${left > 0 ? `, ${left} left where they were` : ''}.`);
}

/** Asks the AWS command line in the region of the stage. */
export type Ask = (...words: readonly string[]) => unknown;

/** Whether the function has it now. */
function giveBack(ask: Ask, undone: Undone, say: (line: string) => void): boolean {
  const { functionName } = undone;
  if ('batch' in undone) return publishAgain(ask, functionName, undone.batch, say);
  const payload = Buffer.from(JSON.stringify(undone.event)).toString('base64');
  ask(
    ...['lambda', 'invoke', '--function-name', functionName, '--invocation-type', 'Event'],
    ...['--payload', payload, '/dev/null'],
  );
  return true;
}
