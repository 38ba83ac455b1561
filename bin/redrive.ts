import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { queuedMessage, readLetter } from '../lib/cloud/dead-letter.ts';

/*
 * node --import tsx bin/redrive.ts <stage> <events|jobs>
 *
 * Gives every letter of a dead-letter queue back to the function that could not take it in, as the next try of Lambda's
 * own: one that fails again is back in the queue minutes later. A letter leaves the queue once Lambda has it. Safe to
 * run again: whoever hears of a fact does so once. Uses the AWS CLI and whoever is signed in there.
 */

const { positionals } = parseArgs({ allowPositionals: true });
const [stage, queue] = positionals;
if (!stage || (queue !== 'events' && queue !== 'jobs')) {
  console.error('Please say: bin/redrive.ts <stage> <events|jobs>');
  process.exit(2);
}

const aws = (...words: string[]): string =>
  execFileSync('aws', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const received = z.object({ Messages: z.array(queuedMessage).default([]) });
const { QueueUrl: queueUrl } = z
  .object({ QueueUrl: z.string() })
  .parse(
    JSON.parse(
      aws('sqs', 'get-queue-url', '--queue-name', `replypaid-${stage}-${queue}-dead-letters`),
    ),
  );
const atQueue = ['--queue-url', queueUrl] as const;

let [given, left] = [0, 0];
for (;;) {
  const words = ['--max-number-of-messages', '10', '--message-attribute-names', 'All'];
  const answer = aws('sqs', 'receive-message', ...atQueue, '--visibility-timeout', '120', ...words);
  const { Messages: messages } = received.parse(JSON.parse(answer || '{}'));
  if (messages.length === 0) break;
  for (const message of messages) {
    const undone = readLetter(message);
    if (!undone) {
      left += 1;
      continue;
    }
    const { functionName, event } = undone;
    const payload = Buffer.from(JSON.stringify(event)).toString('base64');
    aws(
      ...['lambda', 'invoke', '--function-name', functionName, '--invocation-type', 'Event'],
      ...['--payload', payload, '/dev/null'],
    );
    aws('sqs', 'delete-message', ...atQueue, '--receipt-handle', message.ReceiptHandle);
    console.log(functionName);
    given += 1;
  }
}
console.log(
  `${given} given back${left > 0 ? `, ${left} that nobody knows left where they were` : ''}.`,
);
