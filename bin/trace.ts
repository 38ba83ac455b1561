import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { runCommand } from '../lib/operator/command.ts';
import { trace } from '../lib/operator/trace.ts';

/* What became of one request: what its function logged, and every subscriber of what it caused. */

const USAGE = `npm run trace -- --stage <stage> [--since 24h] <request id>

Prints the way of one request in order of time: its function, the facts that it wrote, their subscribers and what these
caused in turn, with the source's files and lines in each stack. The id is the requestId of an answer INTERNAL, the
function_request_id of a log line, or the id of a fact. --since says how far back to look: 90m, 24h, 7d.`;

const options = { stage: { type: 'string' }, since: { type: 'string', default: '24h' } } as const;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [id] = positionals;
  if (!values.stage || !id) throw new CliError(USAGE);
  await trace(id, { stage: values.stage, since: values.since, say: (line) => console.log(line) });
});
