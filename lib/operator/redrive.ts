import * as z from 'zod';
import { queuedMessage, readLetter } from '../cloud/dead-letter.ts';
import { nameInStage, readStageSettings } from '../settings.ts';
import { aws } from './aws-cli.ts';

/** What has a queue of its own for what could not be done. */
export const QUEUES = ['events', 'jobs'] as const;

const received = z.object({ Messages: z.array(queuedMessage).default([]) }).optional();

/**
 * Gives every letter of a dead-letter queue back to the function that could not take it in, as the next try of Lambda's
 * own: one that fails again is back in the queue minutes later. A letter leaves the queue once Lambda has it; one that
 * nobody knows stays. Safe to run again: whoever hears of a fact does so once. `say` hears of each.
 */
export function redrive(
  stage: string,
  queue: (typeof QUEUES)[number],
  say: (line: string) => void,
): void {
  const { region } = readStageSettings(stage);
  const ask = (...words: string[]) => aws(...words, '--region', region);
  const { QueueUrl: url } = z
    .object({ QueueUrl: z.string() })
    .parse(
      ask('sqs', 'get-queue-url', '--queue-name', nameInStage(stage, `${queue}-dead-letters`)),
    );
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
      if (!undone) {
        left += 1;
        continue;
      }
      const { functionName, event } = undone;
      const payload = Buffer.from(JSON.stringify(event)).toString('base64');
      ask(
        ...['lambda', 'invoke', '--function-name', functionName, '--invocation-type', 'Event'],
        ...['--payload', payload, '/dev/null'],
      );
      ask('sqs', 'delete-message', ...atQueue, '--receipt-handle', message.ReceiptHandle);
      say(functionName);
      given += 1;
    }
  }
  say(`${given} given back${left > 0 ? `, ${left} that nobody knows left where they were` : ''}.`);
}
