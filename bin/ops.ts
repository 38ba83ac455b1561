import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { enterStage } from '#lib/operator/enter-stage.ts';
import { USAGE } from '#lib/operator/ops/usage.ts';

/*
 * npm run ops -- --stage prod <command>
 *
 * The operator's commands about people and their money. A command that changes something needs --yes and a reason, and is
 * recorded in the audit. See docs/operations.md, Accounts and money.
 */

await runCommand(USAGE, async () => {
  const words = process.argv.slice(2);
  const at = words.indexOf('--stage');
  const stage = at < 0 ? undefined : words[at + 1];
  if (!stage) throw new CliError(`Name a stage.\n\n${USAGE}`);
  enterStage(stage);
  // Prints only errors of the functions' code on the terminal.
  process.env.LOG_LEVEL = 'ERROR';
  const [{ ops }, { opsContext }] = await Promise.all([
    import('#lib/operator/ops/ops.ts'),
    import('#lib/operator/ops/context.ts'),
  ]);
  await ops(words.toSpliced(at, 2), opsContext(stage), console.log);
});
