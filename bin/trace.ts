import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { trace } from '#lib/operator/trace.ts';

/* Prints the log lines of a request and of the subscribers that it triggered. */

const USAGE = `npm run trace -- --stage <stage> [--since 24h] <request id>

Prints the log lines of a request, sorted by time: its function, its domain events, their subscribers, and what
these caused in turn. Stack traces show source files and lines. The id is the requestId of an INTERNAL answer, the
function_request_id of a log line, or the id of a domain event. --since sets how far back to search: 90m, 24h, 7d.`;

const options = { stage: { type: 'string' }, since: { type: 'string', default: '24h' } } as const;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [id] = positionals;
  if (!values.stage || !id) throw new CliError(USAGE);
  await trace(id, { stage: values.stage, since: values.since, say: (line) => console.log(line) });
});
