import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { runCommand } from '../lib/operator/command.ts';
import { enterStage } from '../lib/operator/enter-stage.ts';

/*
 * The table as one file and back, and what follows of it: docs/operations.md, Restore. Reads the whole table, with the
 * credentials of whoever starts it; no function may.
 */

const USAGE = `npm run backup -- export --stage <stage> <file> [--table <name>] [--as-it-is]
npm run backup -- verify <file>
npm run backup -- prepare --stage <stage> --table <name> --yes
npm run backup -- import --stage <stage> <file> [--table <name>] [--facts-since <time>] --yes
npm run backup -- hash --stage <stage> [--table <name>]
npm run backup -- after-restore --stage <stage> --since <time> [--table <name>] [--yes]

docs/operations.md, Restore, says when which of them is used. Without --yes nothing is changed.`;

const options = {
  stage: { type: 'string' },
  table: { type: 'string' },
  since: { type: 'string' },
  'facts-since': { type: 'string' },
  'as-it-is': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, file] = positionals;
  if (values.stage) enterStage(values.stage);
  // Of what happens inside, only faults are for the terminal.
  process.env.POWERTOOLS_LOG_LEVEL = 'ERROR';
  // Storage and gateways read where they are when they are loaded.
  const { COMMANDS } = await import('../lib/operator/backup/commands.ts');
  const command = Object.hasOwn(COMMANDS, name ?? '')
    ? COMMANDS[name as keyof typeof COMMANDS]
    : undefined;
  if (!command || (!values.stage && name !== 'verify')) throw new CliError(USAGE);
  await command({
    stage: values.stage ?? '',
    file,
    table: values.table,
    since: values.since,
    factsSince: values['facts-since'],
    asItIs: values['as-it-is'],
    yes: values.yes,
    say: (line) => console.log(line),
  });
});
