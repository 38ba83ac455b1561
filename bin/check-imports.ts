import { createRequire } from 'node:module';
import { cruise, type IConfiguration } from 'dependency-cruiser';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';

/* `npm run check:imports`: checks every import against the rules of .dependency-cruiser.cjs. */

const USAGE = `npm run check:imports

Checks that no module imports what it must not: the rules are in .dependency-cruiser.cjs.`;

const configuration: IConfiguration = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const FOLDERS = ['bench', 'bin', 'functions', 'lib', 'packages', 'shared', 'test', 'web'];

await runCommand(USAGE, async () => {
  const { options, ...ruleSet } = configuration;
  // The command of dependency-cruiser ends on Node 20, where its code runs as well.
  const { output } = await cruise(FOLDERS, { ...options, validate: true, ruleSet });
  if (typeof output === 'string') throw new Error(output);
  const { violations, totalCruised, totalDependenciesCruised } = output.summary;
  for (const { rule, from, to, cycle } of violations) {
    const trail = cycle ? cycle.map(({ name }) => name) : [to];
    console.error(`${rule.name}: ${[from, ...trail].join(' → ')}`);
  }
  if (violations.length > 0) throw new CliError(`${violations.length} imports are not allowed.`);
  console.log(`${totalDependenciesCruised} imports of ${totalCruised} modules are allowed.`);
});
