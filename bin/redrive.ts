import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { runCommand } from '../lib/operator/command.ts';
import { QUEUES, redrive } from '../lib/operator/redrive.ts';

/*
 * Gives what lies in a dead-letter queue back to the functions that could not take it in. On one machine the same is a
 * button under Events on /_local.
 */

const USAGE = `npm run redrive -- --stage <stage> ${QUEUES.join('|')}

Gives every letter of a dead-letter queue back to the function that could not take it in: events (what a subscriber was
not told), jobs (a scheduled run), facts (what the table's stream did not hand on).`;

const options = { stage: { type: 'string' } } as const;

await runCommand(USAGE, () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const queue = QUEUES.find((known) => known === positionals[0]);
  if (!values.stage || !queue)
    throw new CliError(`Please say: npm run redrive -- --stage prod ${QUEUES.join('|')}`);
  redrive(values.stage, queue, console.log);
});
