import { CliError } from '../lib/cli-error.ts';
import { runCommand } from '../lib/operator/command.ts';
import { enterStage } from '../lib/operator/enter-stage.ts';
import { USAGE } from '../lib/operator/ops/usage.ts';

/*
 * npm run ops -- --stage prod <command>
 *
 * What an operator does about people and their money. Every deed says first what it will do, wants --yes and a reason,
 * and is kept in the audit. Without a command it prints them all. docs/operations.md, "People and their money".
 */

await runCommand(USAGE, async () => {
  const words = process.argv.slice(2);
  const at = words.indexOf('--stage');
  const stage = at < 0 ? undefined : words[at + 1];
  if (!stage) throw new CliError(`Which stage?\n\n${USAGE}`);
  enterStage(stage);
  // Of what happens inside, only faults are for the terminal.
  process.env.POWERTOOLS_LOG_LEVEL = 'ERROR';
  const [{ ops }, { deskOf }] = await Promise.all([
    import('../lib/operator/ops/ops.ts'),
    import('../lib/operator/ops/desk.ts'),
  ]);
  await ops(words.toSpliced(at, 2), deskOf(stage), console.log);
});
