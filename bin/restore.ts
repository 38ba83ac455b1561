import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { enterStage } from '#lib/operator/enter-stage.ts';

/*
 * Completes the restore of a table after AWS restored its items. See docs/operations.md, Restore. Reads the whole
 * table with the operator's credentials; no function has this permission.
 */

const USAGE = `npm run restore -- verify --stage <stage> [--table <name>]
npm run restore -- end-sessions --stage <stage> --table <name> --yes
npm run restore -- after-restore --stage <stage> --since <time> [--table <name>] [--yes]

docs/operations.md, Restore, says when to use which. Without --yes nothing is changed.`;

const options = {
  stage: { type: 'string' },
  table: { type: 'string' },
  since: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = ''] = positionals;
  if (values.stage) enterStage(values.stage);
  // Prints only errors of the functions' code on the terminal.
  process.env.LOG_LEVEL = 'ERROR';
  // Storage and gateways read the environment variables when they are loaded.
  const { COMMANDS } = await import('#lib/operator/restore/commands.ts');
  const command = Object.hasOwn(COMMANDS, name)
    ? COMMANDS[name as keyof typeof COMMANDS]
    : undefined;
  if (!command || !values.stage) throw new CliError(USAGE);
  await command({
    stage: values.stage,
    table: values.table,
    since: values.since,
    yes: values.yes,
    say: (line) => console.log(line),
  });
});
