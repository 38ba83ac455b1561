import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { QUEUES, redrive } from '#lib/operator/redrive.ts';

/*
 * Redelivers the messages of a dead-letter queue. For the local stage, use the button under For developers, Events on /_local.
 */

const USAGE = `npm run redrive -- --stage <stage> ${QUEUES.join('|')}

Redelivers every message of a dead-letter queue to the function that failed to process it: events (for a subscriber), jobs
(a scheduled run), unpublished (domain events that did not get from the table's stream to the bus).`;

const options = { stage: { type: 'string' } } as const;

await runCommand(USAGE, () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const queue = QUEUES.find((known) => known === positionals[0]);
  if (!values.stage || !queue)
    throw new CliError(`Usage: npm run redrive -- --stage prod ${QUEUES.join('|')}`);
  redrive(values.stage, queue, console.log);
});
